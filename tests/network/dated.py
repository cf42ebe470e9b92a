# SPDX-License-Identifier: MIT
"""dated.py ADDRESS DATE - a web server that has no file, but this header Date in every answer

DATE may be "now": the true one. Prints a line when it can be asked.
"""

import http.server
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    def date_time_string(self, timestamp=None):
        return super().date_time_string() if sys.argv[2] == "now" else sys.argv[2]

    def do_GET(self):
        self.send_error(404)

    do_HEAD = do_GET


server = http.server.HTTPServer((sys.argv[1], 80), Handler)
print("ready", flush=True)
server.serve_forever()
