"""The season program of a miniature-wargame campaign: one workbook in, the same workbook and the newsletters out."""

__version__ = "0.1.0"
