"""A link with a rate and a delay between two network namespaces, packet by packet in this process.

Real TCP runs over it. Both directions delay packets. The way to the client also has a rate, which flows (by port) share
in turns, as with fair queueing; each flow has its own queue, which drops packets that do not fit. Needs root and
/dev/net/tun (Linux).
"""

import array
import collections
import ctypes
import fcntl
import heapq
import os
import select
import signal
import socket
import struct
import subprocess
import threading
import time

CLIENT, SERVER = "10.77.0.1", "10.77.0.2"
TUNSETIFF, IFF_TUN, IFF_NO_PI, CLONE_NEWNET = 0x400454CA, 1, 0x1000, 0x40000000


def new_namespace():
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "a network namespace of its own needs root")


def open_tunnel(own, other):
    tunnel = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tunnel, TUNSETIFF, struct.pack("16sH", b"shaped", IFF_TUN | IFF_NO_PI))
    for command in (f"ip addr add {own} peer {other} dev shaped", "ip link set shaped mtu 1500 up", "ip link set lo up"):
        subprocess.run(command.split(), check=True)
    return tunnel


class Shaper(threading.Thread):
    """Carries packets between two tunnels until the process ends."""

    def __init__(self, client, server, bits_a_second, delay, loss=0.0, queue=64):
        super().__init__(daemon=True)
        self.client, self.server = client, server
        self.rate, self.delay, self.loss, self.queue = bits_a_second / 8, delay, loss, queue
        self.flows = collections.OrderedDict()
        self.free = 0.0
        # Packets in flight: the time of arrival, a number that keeps their order, the packet, and the tunnel it goes to.
        self.flying, self.number = [], 0
        self.random = 1

    def lost(self):
        self.random = (self.random * 6364136223846793005 + 1442695040888963407) % 2**64
        return self.random / 2**64 < self.loss

    def fly(self, at, packet, tunnel):
        self.number += 1
        heapq.heappush(self.flying, (at, self.number, packet, tunnel))

    def read(self, tunnel):
        for _ in range(64):
            try:
                yield os.read(tunnel, 2048)
            except BlockingIOError:
                return

    def run(self):
        while True:
            now = time.monotonic()
            wait = 0.05
            if self.flying:
                wait = min(wait, max(0, self.flying[0][0] - now))
            if self.flows:
                wait = min(wait, max(0, self.free - now))
            ready, _, _ = select.select([self.client, self.server], [], [], wait)
            now = time.monotonic()
            if self.client in ready:
                for packet in self.read(self.client):
                    self.fly(now + self.delay, packet, self.server)
            if self.server in ready:
                for packet in self.read(self.server):
                    self.enqueue(packet)
            self.send(now)
            while self.flying and self.flying[0][0] <= now:
                _, _, packet, tunnel = heapq.heappop(self.flying)
                try:
                    os.write(tunnel, packet)
                except OSError:
                    pass

    def enqueue(self, packet):
        if packet[0] >> 4 != 4:
            return
        header = (packet[0] & 15) * 4
        flow = packet[header + 2:header + 4] if packet[9] == 6 else b""
        waiting = self.flows.setdefault(flow, collections.deque())
        if len(waiting) < self.queue:
            waiting.append(packet)

    def send(self, now):
        self.free = max(self.free, now - 0.005)
        while self.flows and self.free <= now:
            flow, waiting = next(iter(self.flows.items()))
            packet = waiting.popleft()
            del self.flows[flow]
            if waiting:
                self.flows[flow] = waiting
            self.free += len(packet) / self.rate
            if not self.lost():
                self.fly(self.free + self.delay, packet, self.client)


def link(kilobits, round_trip, serve, loss=0.0):
    """Puts this process into a namespace at the client's end; `serve()` runs in a child at the server's end."""
    new_namespace()
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    child = os.fork()
    if child == 0:
        # The server ends with the run.
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        new_namespace()
        tunnel = open_tunnel(SERVER, CLIENT)
        theirs.sendmsg([b"t"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [tunnel]))])
        serve()
        os._exit(0)
    _, control, _, _ = ours.recvmsg(1, socket.CMSG_SPACE(4))
    server = array.array("i", control[0][2][:4])[0]
    os.set_blocking(server, False)
    Shaper(open_tunnel(CLIENT, SERVER), server, kilobits * 1000, round_trip / 2, loss).start()
    return child
