"""Embeds metadata in a component: `embed.py COMPONENT METADATA OUTPUT`, for components from tools without an SDK.

The metadata, a JSON file, becomes the custom section `toolhost:plugin` at the component's top level.
"""

import json
import os
import sys
from pathlib import Path

SECTION = b"toolhost:plugin"
PREAMBLE = b"\0asm\x0d\0\x01\0"  # of a component; a core module has another version


def leb128(number: int) -> bytes:
    """An unsigned number as WebAssembly's binary format has it: seven bits a byte, the lowest first."""
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + leb128(rest) if rest else bytes([low])


def embed(component: bytes, metadata: bytes) -> bytes:
    """The component with one section more, at its end."""
    if not component.startswith(PREAMBLE):
        raise SystemExit("this is no component")
    content = leb128(len(SECTION)) + SECTION + metadata
    return component + b"\0" + leb128(len(content)) + content


def main(component: str, metadata: str, output: str) -> None:
    document = json.loads(Path(metadata).read_text(encoding="utf-8"))
    section = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    # Moved into place, so that a reader never sees half of it.
    unfinished = Path(f"{output}.{os.getpid()}")
    unfinished.write_bytes(embed(Path(component).read_bytes(), section.encode()))
    unfinished.replace(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
