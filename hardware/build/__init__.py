"""What it takes to build the device: parts, nets, section, forces and case, as data and as checks.

A tool of the papers, like `hardware.guide`, which draws and tabulates what stands here: no program imports it.
"""
