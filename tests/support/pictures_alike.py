"""Whether a picture looks as it did when somebody last looked at it."""

import pygame

NOTICEABLE = 40
"""A difference in a channel, of 255, that an eye would notice; smoothing of edges differs by less between versions."""
ALLOWED = 0.004
"""Share of the pixels that may differ noticeably between versions of the libraries."""


def look_alike(drawn: pygame.Surface, golden: pygame.Surface) -> bool:
    """Whether no eye would tell the two apart, but for what versions of the libraries change."""
    if drawn.get_size() != golden.get_size():
        return False
    width, height = golden.get_size()
    same = pygame.transform.threshold(
        None, drawn, None, threshold=(NOTICEABLE,) * 3, set_behavior=0, search_surf=golden
    )
    return same >= (1 - ALLOWED) * width * height
