package org.jzenith.benchmark.harness;

/**
 * The result of one contestant in one round of one test.
 *
 * @param cpuSeconds the CPU seconds of the server's process
 * @param peakMebibytes the most memory that the server's process held
 */
record Sample(Wrk.Result load, double cpuSeconds, double peakMebibytes) {

    double rate() {
        return load.rate();
    }

    double cpuPerThousand() {
        return cpuSeconds / load.requests() * 1000;
    }

    /** The honest figure where load generator and server share the processors. */
    double requestsPerCpuSecond() {
        return load.requests() / cpuSeconds;
    }

    double p50() {
        return load.latencies().p50();
    }

    double p99() {
        return load.latencies().p99();
    }

    double p999() {
        return load.latencies().p999();
    }

    double errors() {
        return load.errors();
    }
}
