package org.jzenith.benchmark.harness;

import java.util.List;

/** A program that makes load: the same command for every contestant. */
interface LoadGenerator {

    /**
     * The command.
     *
     * @param host the begin of the URL, without a path
     */
    List<String> command(LoadTest test, LoadRequest request, String host, int seconds);

    /** Runs it to its end. */
    Wrk.Result run(LoadTest test, LoadRequest request, String host, int seconds);
}
