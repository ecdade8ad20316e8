"""One reader for everything that people write: rules, charts and drills, in a strict part of YAML.

Plain and quoted values, lists and mappings; nothing else. No value changes by itself: ``3:2``,
``no``, ``010`` and ``1e3`` stay text until a reader that knows what is meant reads them. All
faults of a file are reported at once, each with its line and column.

>>> import tempfile
>>> from pathlib import Path
>>> path = Path(tempfile.mkdtemp()) / "drill.yaml"
>>> _ = path.write_text("count: 20\\nrows: [soft 18, soft 19]\\n")
>>> DRILL = record(dict, {"count": whole(1, 1000), "rows": Listing(text(20), "[soft 18]")})
>>> load(path, DRILL)
{'count': 20, 'rows': ('soft 18', 'soft 19')}
"""

from bjtrainer.strict_yaml.file import load, read_file, read_text
from bjtrainer.strict_yaml.nodes import Faults, Mapping, Node, Scalar, Sequence
from bjtrainer.strict_yaml.readers import (
    Fields,
    Listing,
    Reader,
    Refused,
    Value,
    did_you_mean,
    read_fields,
    record,
    table,
)
from bjtrainer.strict_yaml.values import (
    NULL,
    boolean,
    choice,
    decimal,
    is_slug,
    ratio,
    slug,
    text,
    whole,
    word,
)

__all__ = [
    "NULL",
    "Faults",
    "Fields",
    "Listing",
    "Mapping",
    "Node",
    "Reader",
    "Refused",
    "Scalar",
    "Sequence",
    "Value",
    "boolean",
    "choice",
    "decimal",
    "did_you_mean",
    "is_slug",
    "load",
    "ratio",
    "read_fields",
    "read_file",
    "read_text",
    "record",
    "slug",
    "table",
    "text",
    "whole",
    "word",
]
