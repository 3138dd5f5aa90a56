"""What holds for every test.

Why no example has a time limit: on a machine on which others work as well, one may take long and is right all the same.
"""

from hypothesis import settings

settings.register_profile("patient", parent=settings(), deadline=None)
settings.load_profile("patient")
