"""`python -m heft` is the command `heft`."""

import sys

from heft.cli import main

sys.exit(main())
