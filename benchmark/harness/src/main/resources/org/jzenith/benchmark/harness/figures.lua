function done(summary, latency, requests)
    local e = summary.errors
    local wrong_status = errors_expected and summary.requests - e.status or e.status
    io.write(string.format(
        "figures duration=%d requests=%d errors=%d p50=%d p99=%d p999=%d\n",
        summary.duration, summary.requests,
        e.connect + e.read + e.write + e.timeout + wrong_status,
        latency:percentile(50), latency:percentile(99), latency:percentile(99.9)))
end
