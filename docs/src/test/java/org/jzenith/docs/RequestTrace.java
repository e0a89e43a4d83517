package org.jzenith.docs;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The methods of jZenith that a request or its statement enters, in their order, seen by a debugger: the third request of a
 * connection, so that nothing is done for the first time. Methods of one line are left out.
 *
 * @param entries the entered methods, with the name of their file
 */
record RequestTrace(List<Entry> entries) {

    private static final String READY = "port ";

    /** The longest time between two events, in milliseconds. */
    private static final long LIMIT = 60_000;

    /** The entries between the first byte that is read and the end of that turn of the event loop. */
    private static final Part GET = new Part(
            TracedService.class,
            List.of("org.jzenith.*"),
            new Entry("http.internal.http1.StrictDecoder", "channelRead"),
            new Entry("http.internal.http1.StrictDecoder", "channelReadComplete"));

    /** The entries between the call of a resource method and that of the next request. */
    private static final Part STATEMENT = new Part(
            TracedStatement.class,
            List.of("org.jzenith.sql.*", "org.jzenith.postgresql.*", TracedStatement.class.getName() + "*"),
            new Entry("docs.TracedStatement", "get"),
            new Entry("docs.TracedStatement", "get"));

    private static final String REQUEST = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n";

    /**
     * A method that was entered.
     *
     * @param file the class of the file, without the common start of its package
     * @param method the method's name
     */
    record Entry(String file, String method) {

        private String inPackage() {
            return file.substring(0, file.lastIndexOf('.'));
        }
    }

    /**
     * A part of the way of a request.
     *
     * @param service the main class of the traced service
     * @param classes patterns of the classes whose methods are seen
     * @param first the first entry
     * @param last the first entry that no longer belongs to the part
     */
    private record Part(Class<?> service, List<String> classes, Entry first, Entry last) {}

    /** The files, each once, in the order of their first entry. */
    List<String> files() {
        return entries.stream().map(Entry::file).distinct().toList();
    }

    /** Counts how often the request goes from one package to another. */
    long changesOfPackage() {
        return IntStream.range(1, entries.size())
                .filter(index -> !entries.get(index)
                        .inPackage()
                        .equals(entries.get(index - 1).inPackage()))
                .count();
    }

    /** Starts {@link TracedService} in a JVM of its own, and follows a request to it. */
    static RequestTrace ofPlainGet() throws Exception {
        return of(GET);
    }

    /** Starts {@link TracedStatement} in a JVM of its own, and follows the statement of a request to it. */
    static RequestTrace ofStatement() throws Exception {
        final List<Entry> entries = new ArrayList<>(of(STATEMENT).entries);
        entries.removeIf(each -> each.file().equals(STATEMENT.first.file()));
        return new RequestTrace(entries);
    }

    private static RequestTrace of(final Part part) throws Exception {
        final LaunchingConnector launcher = Bootstrap.virtualMachineManager().defaultConnector();
        final Map<String, Connector.Argument> arguments = launcher.defaultArguments();
        arguments
                .get("options")
                .setValue("-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp " + System.getProperty("java.class.path"));
        arguments.get("main").setValue(part.service.getName());
        final VirtualMachine machine = launcher.launch(arguments);
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(machine.process().getInputStream(), StandardCharsets.UTF_8))) {
            // resumed before this event, the JVM would suspend itself afterwards
            machine.eventQueue().remove().resume();
            return trace(machine, port(output), part);
        } finally {
            machine.process().destroyForcibly().waitFor();
        }
    }

    private static int port(final BufferedReader output) throws Exception {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(READY)) {
                return Integer.parseInt(line.substring(READY.length()));
            }
        }
        throw new AssertionError("The traced service has not started.");
    }

    private static RequestTrace trace(final VirtualMachine machine, final int port, final Part part) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            get(socket);
            get(socket);
            for (final String pattern : part.classes) {
                final MethodEntryRequest entered = machine.eventRequestManager().createMethodEntryRequest();
                entered.addClassFilter(pattern);
                entered.setSuspendPolicy(EventRequest.SUSPEND_NONE);
                entered.enable();
            }
            get(socket);
            get(socket);
            return new RequestTrace(entries(machine, part));
        }
    }

    private static List<Entry> entries(final VirtualMachine machine, final Part part) throws Exception {
        final List<Entry> entries = new ArrayList<>();
        ThreadReference eventLoop = null;
        while (true) {
            final EventSet events = machine.eventQueue().remove(LIMIT);
            if (events == null) {
                throw new AssertionError("The request has not ended. It entered " + entries);
            }
            for (final Event event : events) {
                // The other event loop may open connections at the same time.
                if (!(event instanceof MethodEntryEvent entry)
                        || isOneLine(entry.method())
                        || (eventLoop != null && !eventLoop.equals(entry.thread()))) {
                    continue;
                }
                final Entry entered =
                        new Entry(file(entry.location()), entry.method().name());
                if (!entries.isEmpty() && entered.equals(part.last)) {
                    return entries;
                }
                if (!entries.isEmpty() || entered.equals(part.first)) {
                    eventLoop = entry.thread();
                    entries.add(entered);
                }
            }
        }
    }

    private static boolean isOneLine(final Method method) {
        try {
            return method.isSynthetic() && !method.name().startsWith("lambda$")
                    || method.allLineLocations().stream()
                                    .mapToInt(Location::lineNumber)
                                    .distinct()
                                    .count()
                            <= 1;
        } catch (final AbsentInformationException e) {
            return true;
        }
    }

    private static String file(final Location location) throws AbsentInformationException {
        final String type = location.declaringType().name();
        return type.substring("org.jzenith.".length(), type.lastIndexOf('.') + 1)
                + location.sourceName().replace(".java", "");
    }

    private static void get(final Socket socket) throws Exception {
        socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
        final InputStream in = socket.getInputStream();
        final StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith(TracedService.TEXT)) {
            final int next = in.read();
            if (next < 0) {
                throw new AssertionError("The connection is closed after " + answer);
            }
            answer.append((char) next);
        }
    }
}
