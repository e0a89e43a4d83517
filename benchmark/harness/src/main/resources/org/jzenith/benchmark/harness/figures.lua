function done(summary, latency, requests)
    local e = summary.errors
    local wrong_status = errors_expected and summary.requests - e.status or e.status
    io.write(string.format(
        "figures duration=%d requests=%d errors=%d mean=%d sigma=%d p50=%d p90=%d p99=%d p999=%d max=%d\n",
        summary.duration, summary.requests,
        e.connect + e.read + e.write + e.timeout + wrong_status,
        latency.mean, latency.stdev, latency:percentile(50), latency:percentile(90), latency:percentile(99),
        latency:percentile(99.9), latency.max))
end
