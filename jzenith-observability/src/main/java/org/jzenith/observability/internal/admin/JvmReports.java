package org.jzenith.observability.internal.admin;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/** The threads and the objects of the JVM, computed on request. */
final class JvmReports {

    private static final int MOST_THREADS = 500;
    private static final int MOST_FRAMES = 40;
    private static final int MOST_CLASSES = 50;
    private static final double MILLI_NANOS = 1e6;

    /** A line such as {@code 1: 1234 56789 java.lang.String (java.base@17)}. */
    private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

    private JvmReports() {}

    /** Returns the threads with their stacks, those with the most CPU time first. */
    static JsonObject threads() {
        final ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        final JsonArray threads = new JsonArray();
        Arrays.stream(bean.dumpAllThreads(false, false, MOST_FRAMES))
                .sorted(Comparator.comparingLong((ThreadInfo each) -> bean.getThreadCpuTime(each.getThreadId()))
                        .reversed())
                .limit(MOST_THREADS)
                .forEach(each -> threads.add(new JsonObject()
                        .put("name", each.getThreadName())
                        .put("state", each.getThreadState().name().toLowerCase(Locale.ROOT))
                        .put("cpu", Math.round(bean.getThreadCpuTime(each.getThreadId()) / MILLI_NANOS))
                        .put("waitsFor", each.getLockName())
                        .put(
                                "stack",
                                Arrays.stream(each.getStackTrace())
                                        .map(StackTraceElement::toString)
                                        .collect(Collectors.joining("\n")))));
        return new JsonObject().put("threads", threads);
    }

    /** Counts the objects that are in use, by class. Collects all garbage before, which pauses the application. */
    static JsonObject heap() throws JMException {
        final Object text = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        final JsonArray classes = new JsonArray();
        text.toString()
                .lines()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .limit(MOST_CLASSES)
                .forEach(line -> classes.add(new JsonObject()
                        .put("name", line.group(3))
                        .put("objects", Long.parseLong(line.group(1)))
                        .put("bytes", Long.parseLong(line.group(2)))));
        return new JsonObject().put("classes", classes);
    }
}
