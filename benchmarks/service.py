"""The service that a benchmark has started with the password `benchmark`: its actuator, and the CPU time of its threads."""
import base64
import glob
import json
import urllib.request


def ask(port, path, body=None, password="benchmark"):
    """Gets from an endpoint of the actuator, or posts a body to it. Returns the text of the answer."""
    headers = {"Content-Type": "application/json"}
    if password:
        headers["Authorization"] = "Basic " + base64.b64encode(f"admin:{password}".encode()).decode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/actuator/{path}", headers=headers,
                                     data=None if body is None else json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


def cpu_nanos(pid, thread=""):
    """CPU time of the threads whose names begin so, and of all threads, as the kernel counts it."""
    own, everything = 0, 0
    for task in glob.glob(f"/proc/{pid}/task/*"):
        try:
            nanos = int(open(task + "/schedstat").read().split()[0])
            own += nanos if open(task + "/comm").read().startswith(thread) else 0
            everything += nanos
        except OSError:
            pass  # the thread has ended
    return own, everything
