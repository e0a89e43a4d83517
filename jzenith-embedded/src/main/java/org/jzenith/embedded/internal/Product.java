package org.jzenith.embedded.internal;

import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An embedded server's product.
 *
 * @param title the name in messages, such as PostgreSQL
 * @param prefix the prefix of its settings and directories
 * @param plugin the plugin's class, which is also the logger
 * @param variables the prefix of the environment variables that change what its programs do
 * @param program the server's file name, without an extension; {@code java} for a class that a JVM runs
 * @param pidFile the file with the server's process id, relative to the data's directory
 * @param address the setting of another server's address, without the prefix
 */
public record Product(
        String title,
        String prefix,
        Class<?> plugin,
        String variables,
        String program,
        String pidFile,
        String address) {

    /** Unless Linux says that the process is of another program. */
    private static final String STOP = """
            read -r pid < "$0" || exit 0
            name=$2
            if [ -e /proc/self/comm ]; then read -r name < "/proc/$pid/comm"; fi
            if [ "$name" = "$2" ]; then kill "$1" "$pid"; fi
            """;

    /** Creates a product whose address is its host. */
    public Product(
            final String title,
            final String prefix,
            final Class<?> plugin,
            final String variables,
            final String program,
            final String pidFile) {
        this(title, prefix, plugin, variables, program, pidFile, "host");
    }

    Logger logger() {
        return LoggerFactory.getLogger(plugin);
    }

    /** Returns the name of the product's plugin. */
    String pluginName() {
        return prefix + "-embedded";
    }

    /** Returns the end of the remedy for a server that cannot run here. */
    public String orAnotherServer() {
        return "or configure " + prefix + "." + address + " to use another server.";
    }

    /** Returns true if the server is a Java program, whose process has the name of many others. */
    boolean isJava() {
        return program.equals("java");
    }

    /** Returns the PID file of a data directory. */
    public Path pidFile(final Path root) {
        return root.resolve(pidFile);
    }

    /**
     * Returns the command that stops the process of the PID file when this JVM has been killed.
     *
     * @param now true to kill it, false to let it end in order
     */
    public List<String> stopCommand(final Path root, final boolean now) {
        return List.of("sh", "-c", STOP, pidFile(root).toString(), now ? "-KILL" : "-TERM", program);
    }
}
