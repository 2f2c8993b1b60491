#!/usr/bin/env python3
"""Response times of gRPC calls as they were on the wire.

  wire-times.py CAPTURE.pcap SERVER_PORT SECONDS

Reads a capture of tcpdump (plaintext HTTP/2 on loopback) and prints the median, in microseconds, of the time from the
packet with a call's HEADERS to the packet with its trailers, over the calls that began in the last SECONDS. The clock
is the kernel's: what the client does before and after is not in it.
"""
import struct
import sys

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADERS, END_STREAM = 1, 1


def packets(path):
    """Yields the kernel's time in nanoseconds and the IP packet, one for each that was sent."""
    with open(path, "rb") as capture:
        header = capture.read(24)
        magic, _, _, _, _, _, link = struct.unpack("<IHHiIII", header)
        scale = {0xA1B2C3D4: 1000, 0xA1B23C4D: 1}[magic]
        # Ethernet, and "cooked" version 2, which "-i any" gives.
        offset = {1: 14, 276: 20}[link]
        while True:
            record = capture.read(16)
            if len(record) < 16:
                return
            seconds, fraction, captured, length = struct.unpack("<IIII", record)
            if captured < length:
                sys.exit("wire-times.py: packets are cut; capture with tcpdump -s 0")
            data = capture.read(captured)
            yield seconds * 10**9 + fraction * scale, data[offset:]


def frames(buffer):
    """Takes the whole frames out of a buffer, and yields type, flags and stream of each."""
    position = 0
    while len(buffer) - position >= 9:
        length = int.from_bytes(buffer[position:position + 3], "big")
        if len(buffer) - position < 9 + length:
            break
        yield buffer[position + 3], buffer[position + 4], int.from_bytes(buffer[position + 5:position + 9], "big") & 0x7FFFFFFF
        position += 9 + length
    del buffer[:position]


def calls(path, server_port):
    """Yields when each call began, and when it ended."""
    buffers, begun = {}, {}
    for now, packet in packets(path):
        if not packet or packet[0] >> 4 != 4 or packet[9] != 6:
            continue
        start = (packet[0] & 15) * 4
        source, target = struct.unpack(">HH", packet[start:start + 4])
        payload = packet[start + (packet[start + 12] >> 4) * 4:int.from_bytes(packet[2:4], "big") or len(packet)]
        from_client = target == server_port
        if not payload or not from_client and source != server_port:
            continue
        client = source if from_client else target
        buffer = buffers.setdefault((client, from_client), bytearray())
        if payload.startswith(PREFACE):
            buffers[client, True] = buffer = bytearray()
            buffers[client, False] = bytearray()
            # The port is that of an earlier connection.
            begun = {call: began for call, began in begun.items() if call[0] != client}
            payload = payload[len(PREFACE):]
        buffer += payload
        for kind, flags, stream in frames(buffer):
            if kind != HEADERS:
                continue
            if from_client:
                begun.setdefault((client, stream), now)
            elif flags & END_STREAM and (client, stream) in begun:
                yield begun.pop((client, stream)), now


def main():
    times = list(calls(sys.argv[1], int(sys.argv[2])))
    if not times:
        sys.exit("wire-times.py: the capture holds no whole call of that port")
    first = max(begin for begin, _ in times) - float(sys.argv[3]) * 1e9
    lasted = sorted((end - begin) / 1e3 for begin, end in times if begin >= first)
    print(f"{lasted[len(lasted) // 2]:.0f}")


main()
