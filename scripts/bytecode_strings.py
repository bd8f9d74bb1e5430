"""The strings of Tile IR bytecode: paths of the machine that compiled it are taken out."""


def varint(data, at):
    number, shift = 0, 0
    while True:
        number |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return number, at


def as_varint(number):
    groups = bytearray()
    while number >= 0x80:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(groups + bytes([number]))


def renamed(data, change):
    """The same bytecode with every string changed; the strings are the last section."""
    at = 12
    while data[at] & 0x7F != 1:
        aligned = data[at] & 0x80
        length, at = varint(data, at + 1)
        if aligned:
            alignment, at = varint(data, at)
            at += -at % alignment
        at += length
    start = at
    length, at = varint(data, at + 1)
    alignment, at = varint(data, at)
    at += -at % alignment
    end = at + length
    count, at = varint(data, at)
    at += -at % 4
    offsets = [int.from_bytes(data[at + 4 * i:at + 4 * i + 4], "little") for i in range(count)]
    items = at + 4 * count
    ends = offsets[1:] + [end - items]
    strings = [change(data[items + a:items + b].decode()).encode() for a, b in zip(offsets, ends)]
    table = bytearray(as_varint(count))
    table += b"\xcb" * (-len(table) % 4)
    offset = 0
    for string in strings:
        table += offset.to_bytes(4, "little")
        offset += len(string)
    table += b"".join(strings)
    head = bytearray(data[:start]) + b"\x81" + as_varint(len(table)) + b"\x04"
    head += b"\xcb" * (-len(head) % 4)
    return bytes(head + table + data[end:])
