package org.jzenith.benchmark.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.benchmark.process.Cleanup;

/** Load by wrk with a Lua script of one's own, for measurements beside the suites. */
public final class WrkScript {

    /**
     * The result.
     *
     * @param seconds duration of the load
     * @param requests number of responses
     * @param errors responses with another status than 200 to 399, and requests without a response
     */
    public record Found(double seconds, long requests, long errors) {

        /** Returns the requests in a second. */
        public double perSecond() {
            return requests / seconds;
        }
    }

    private final Cleanup cleanup;
    private final Path file;
    private final int connections;
    private final int threads;

    /**
     * Writes the script.
     *
     * @param cleanup ends wrk
     * @param folder where the script is written
     * @param name name of the script
     * @param lua the script, without {@code done}
     * @param connections number of connections
     * @param oneThread true if all requests must come from one thread, because the script has state
     */
    public WrkScript(
            final Cleanup cleanup,
            final Path folder,
            final String name,
            final String lua,
            final int connections,
            final boolean oneThread) {
        this.cleanup = cleanup;
        this.file = folder.resolve(name + ".lua");
        this.connections = connections;
        this.threads = oneThread ? 1 : Wrk.threads(connections);
        Wrk.write(file, lua + "\n" + Wrk.resource("figures.lua"));
    }

    /**
     * Loads a server.
     *
     * @param url an address
     * @param seconds duration of the load
     * @param arguments arguments of the script
     * @return the result
     */
    public Found run(final String url, final int seconds, final List<String> arguments) {
        final List<String> command = new ArrayList<>(List.of(
                "wrk",
                "-t" + threads,
                "-c" + connections,
                "-d" + seconds + "s",
                "--timeout",
                Wrk.TIMEOUT_SECONDS + "s",
                "-s",
                file.toString(),
                url,
                "--"));
        command.addAll(arguments);
        final Wrk.Result result = Wrk.parse(Wrk.output(cleanup, command), 1);
        return new Found(result.seconds(), result.requests(), result.errors());
    }
}
