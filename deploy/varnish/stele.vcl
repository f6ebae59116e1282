# Varnish in front of stele: caches every answer until it is purged by its surrogate keys. Needs varnish-modules (xkey).
#
#   stele serve … --host 127.0.0.1 --port 8080 --surrogate-keys surrogate-key --s-maxage 86400
#   varnishd -a :80 -f /etc/varnish/stele.vcl -p http_resp_hdr_len=16k -p http_req_hdr_len=16k
#
# After a new snapshot is served, from a machine that may purge:
#
#   stele purge /srv/snapshots --at varnish --url http://varnish --state /srv/purged.json
vcl 4.1;

import std;
import xkey;

backend stele {
  .host = "127.0.0.1";
  .port = "8080";
  .probe = {
    .url = "/health/ready";
    .interval = 2s;
    .timeout = 1s;
    .initial = 8;
  }
}

acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403, "Not yours to purge"));
    }
    if (!req.http.xkey-purge) {
      return (synth(400, "Name the keys in the header xkey-purge"));
    }
    set req.http.dropped = xkey.purge(req.http.xkey-purge);
    return (synth(200, req.http.dropped + " dropped"));
  }
  # `--at varnish-ban`: for a Varnish without xkey. Remove the import of xkey and its calls then.
  if (req.method == "BAN") {
    if (client.ip !~ purgers) {
      return (synth(403, "Not yours to purge"));
    }
    if (req.http.key-ban && std.ban("obj.http.surrogate-key ~ " + req.http.key-ban)) {
      return (synth(200, "Banned"));
    }
    return (synth(400, "Name the keys in the header key-ban"));
  }
  # Health and metrics are never cached.
  if (req.url ~ "^/(health|metrics)") {
    return (pass);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # stele reads no cookies. With --keys, its answers vary by Authorization.
  unset req.http.Cookie;
  return (hash);
}

sub vcl_backend_response {
  # Varnish does not store errors, because they are no-store. It stores everything else for --s-maxage, or until it is purged.
  if (beresp.http.surrogate-key) {
    set beresp.http.xkey = beresp.http.surrogate-key;
  }
  # No grace: a purged answer is not served while it is fetched again.
  set beresp.grace = 0s;
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.surrogate-key;
  if (obj.hits > 0) {
    set resp.http.x-cache = "HIT";
  } else {
    set resp.http.x-cache = "MISS";
  }
}
