"""Packs a wheel again with zopfli, which finds shorter codes of the same format than zlib: about three parts in a hundred.

    python scripts/pack_wheel.py FILE.whl

The files in it, their order and their times stay as they are, and the same wheel makes the same bytes. Needs the package zopfli.
"""
import struct
import sys
import zipfile
import zlib

import zopfli.zlib

DEFLATED, VERSION = 8, 20
UNIX = 3 << 8
NAME_IS_UTF8 = 1 << 11
LEVEL = 5


def deflated(data: bytes) -> bytes:
    """Without the header and the sum of zlib's format."""
    return zopfli.zlib.compress(data, numiterations=LEVEL)[2:-4]


def stamp(when: tuple) -> tuple:
    year, month, day, hour, minute, second = when
    return hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day


def packed(wheel: zipfile.ZipFile) -> bytes:
    out, directory = bytearray(), bytearray()
    infos = wheel.infolist()
    for info in infos:
        data, name = wheel.read(info), info.filename.encode()
        body = deflated(data)
        common = struct.pack("<HHHHHLLLHH", VERSION, NAME_IS_UTF8, DEFLATED, *stamp(info.date_time), zlib.crc32(data), len(body), len(data), len(name), 0)
        directory += b"PK\x01\x02" + struct.pack("<H", UNIX | VERSION) + common + struct.pack("<HHHLL", 0, 0, 0, info.external_attr, len(out)) + name
        out += b"PK\x03\x04" + common + name + body
    end = struct.pack("<HHHHLLH", 0, 0, len(infos), len(infos), len(directory), len(out), 0)
    return bytes(out + directory + b"PK\x05\x06" + end)


def main() -> None:
    [path] = sys.argv[1:]
    with zipfile.ZipFile(path) as wheel:
        data = packed(wheel)
        before = {name: wheel.read(name) for name in wheel.namelist()}
    with open(path, "wb") as file:
        file.write(data)
    with zipfile.ZipFile(path) as wheel:
        if {name: wheel.read(name) for name in wheel.namelist()} != before:
            sys.exit(f"pack_wheel.py: {path} has other files than before")


if __name__ == "__main__":
    main()
