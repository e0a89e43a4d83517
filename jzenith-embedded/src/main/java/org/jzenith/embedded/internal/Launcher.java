package org.jzenith.embedded.internal;

import java.io.IOException;
import java.util.List;

/** The steps in which the products' servers differ, for one data directory. */
public interface Launcher {

    /** Returns true if the data directory has been initialised. */
    boolean isInitialised();

    /** Fills the data directory; the superuser's password is in its file. */
    void initialise(TimeLimit deadline) throws IOException;

    /** Starts the server, and returns when it accepts connections. */
    void start(int port, TimeLimit deadline);

    /** Returns the words of the server's log that report a port in use. */
    String portInUse();

    /** Returns the command that stops the server when this JVM has been killed. */
    List<String> stopCommand();

    /** Stops the server, by force if it must. */
    void stop(ServerProcess process);
}
