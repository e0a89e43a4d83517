package org.jzenith.messages.plugin;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.util.List;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.engine.Topics;

/** The command-line options for dead letters. */
final class DeadLetterOptions {

    /** The maximum number of a topic's dead letters that an option lists or replays. */
    private static final int MOST = 1_000;

    private DeadLetterOptions() {}

    static List<CommandLineOption> all() {
        return List.of(
                new CommandLineOption("dead-letters", "list the dead letters and exit", DeadLetterOptions::list)
                        .afterPreparation(),
                new CommandLineOption(
                                "replay-dead-letters",
                                "TOPIC[/ID]",
                                "publish a topic's dead letters again and exit",
                                DeadLetterOptions::replay)
                        .afterPreparation());
    }

    private static String list(final Injector injector) {
        final DeadLetters letters = injector.getInstance(DeadLetters.class);
        final List<String> lines = Flowable.fromIterable(
                        injector.getInstance(Topics.class).names())
                .concatMapSingle(topic -> letters.list(topic, MOST))
                .concatMapIterable(each -> each)
                .map(DeadLetterOptions::line)
                .toList()
                .blockingGet();
        return lines.isEmpty() ? "There are no dead letters." : String.join("\n", lines);
    }

    private static String line(final DeadLetter letter) {
        return letter.topic() + "/" + letter.id() + "  " + letter.diedAt() + "  message "
                + LogText.escape(letter.messageId()) + "  " + letter.attempts()
                + (letter.attempts() == 1 ? " attempt  " : " attempts  ") + LogText.escape(letter.error());
    }

    private static String replay(final Injector injector, final String value) {
        final DeadLetters letters = injector.getInstance(DeadLetters.class);
        final int slash = value.indexOf('/');
        final String topic = slash < 0 ? value : value.substring(0, slash);
        if (slash >= 0) {
            letters.replay(topic, value.substring(slash + 1)).blockingAwait();
            return "1 dead letter was published again.";
        }
        final List<DeadLetter> all = letters.list(topic, MOST).blockingGet();
        Completable.concat(all.stream()
                        .map(letter -> letters.replay(topic, letter.id()))
                        .toList())
                .blockingAwait();
        return all.size() + (all.size() == 1 ? " dead letter was" : " dead letters were") + " published again."
                + (all.size() == MOST ? " There may be more." : "");
    }
}
