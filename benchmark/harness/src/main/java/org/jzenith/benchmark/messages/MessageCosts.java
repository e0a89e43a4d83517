package org.jzenith.benchmark.messages;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.LoadOptions;

/** Costs of the outbox, its relay, live events and Kafka: {@code benchmark/message-costs --help} tells how. */
public final class MessageCosts {

    private static final String HELP = """
            Measures two instances of an application on one PostgreSQL, which syncs each commit to the disk:

              insert   an insert with publish in a transaction, beside the insert alone and beside a second
                       insert of the same bytes by hand; they take turns. The topic has no consumer
              relay    messages that wait in the outbox while a number is published in each second
              live     the time from commit to a client of server-sent events of the other instance
              idle     statements in a second of both instances, which do nothing
              clients  the time from publishing to thousands of clients of server-sent events of two processes,
                       while all clients read, and while 20 do not; the heap of both before and after it
              kafka    the processor time for a record that Kafka's plugin sends or reads, beside loops by hand with
                       kafka-clients; they take turns. A broker of its own, no instances

                benchmark/message-costs [--skip-build] [options]

              --only NAMES         some of idle,insert,live,relay,clients,kafka (default all)
              --over NAME          the engine: postgresql, redis or kafka (default postgresql)
              --rounds N           how often inserts and records are measured (default 7)
              --rate N             messages of the relay in a second (default 5000)
              --seconds N          length of the other measurements (default 30)
              --clients N          clients of server-sent events (default 10000); each is an open file here and there
              --help               this text
            """;

    private static final List<String> OPTIONS =
            List.of("--only", "--over", "--rounds", "--rate", "--seconds", "--clients");
    private static final double LIVE_MILLIS = 100;
    private static final double LIVE_MILLIS_OF_KAFKA = 200;

    private final Cleanup cleanup;
    private final LoadOptions options;
    private final String over;
    private final FigureTable table = new FigureTable();
    private Cleanup ofInstances = new Cleanup();
    private @Nullable MeasuredInstances instances;

    private MessageCosts(final Cleanup cleanup, final LoadOptions options) {
        this.cleanup = cleanup;
        this.options = options;
        this.over = options.text("--over", "postgresql");
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options = LoadOptions.parse(OPTIONS, arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            final MessageCosts costs = new MessageCosts(cleanup, options);
            for (final String name : options.text("--only", "idle,insert,live,relay,clients,kafka")
                    .split(",", -1)) {
                costs.measure(name);
            }
            costs.table.print(System.out);
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private void measure(final String name) {
        final Cleanup part = cleanup.part();
        if (name.equals("clients") || name.equals("kafka")) {
            stopInstances();
        }
        switch (name) {
            case "idle" -> outbox().idle(table);
            case "insert" -> outbox().insert(table);
            case "relay" -> outbox().relay(table);
            case "live" ->
                LiveTimes.measure(
                        instances(),
                        options.number("--seconds", 30),
                        over.equals("kafka") ? LIVE_MILLIS_OF_KAFKA : LIVE_MILLIS,
                        table);
            case "clients" -> new LiveClients(part, over, options, table).measure();
            case "kafka" -> new KafkaCosts(part, broker(part), options).measure(table);
            default -> throw new BenchmarkException("There is no measurement '" + name + "'; see --help.");
        }
        part.close();
    }

    private static String broker(final Cleanup part) {
        final DurableKafka broker = new DurableKafka(part);
        broker.open(List.of());
        return broker.servers();
    }

    private OutboxCosts outbox() {
        return new OutboxCosts(options, instances());
    }

    private MeasuredInstances instances() {
        if (instances == null) {
            ofInstances = cleanup.part();
            instances = new MeasuredInstances(ofInstances, over);
        }
        return instances;
    }

    /** Ends the instances in this process, which would take processor time from what is measured. */
    private void stopInstances() {
        ofInstances.close();
        instances = null;
    }
}
