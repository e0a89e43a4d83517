package org.jzenith.javascript.test;

import io.reactivex.disposables.Disposable;
import java.util.Arrays;
import java.util.Set;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.javascript.internal.realm.ScriptException;
import org.jzenith.javascript.internal.realm.ScriptFailure;
import org.jzenith.javascript.internal.realm.TurnOwner;

/** Collects the outcome of one test, or of loading one test file. */
final class ScriptTestRun implements TurnOwner {

    /** The files of jZenith's own functions. */
    private static final Set<String> OWN_FILES = Set.of("expression", "prelude.js");

    private final String description;
    private @Nullable ScriptException failure;
    private boolean isSettled;

    /** @param description names the file and the line of the test */
    ScriptTestRun(final String description) {
        this.description = description;
    }

    /** Receives the outcome of the promise: true and its value, or false and the message and stack of its error. */
    @Nullable
    Object settle(final Value... outcome) {
        isSettled = true;
        if (!outcome[0].asBoolean()) {
            fail(new ScriptException(outcome[1].asString(), outcome[2].asString(), null));
        }
        return null;
    }

    boolean isOver() {
        return isSettled || failure != null;
    }

    /**
     * Ends the run.
     *
     * @param reason why the run ends before the promise is settled; null if the promise is settled
     * @throws AssertionError if the run has failed
     */
    void end(final @Nullable String reason) {
        if (reason != null) {
            fail(new ScriptException(reason, "", null));
        }
        if (failure == null) {
            return;
        }
        final StackTraceElement[] frames = Arrays.stream(failure.getStackTrace())
                .filter(frame -> !OWN_FILES.contains(frame.getFileName()))
                .toArray(StackTraceElement[]::new);
        final String place = frames.length > 0
                ? frames[0].getFileName() + ":" + frames[0].getLineNumber()
                : failure.location().isEmpty() ? description : failure.location();
        final AssertionError error = new AssertionError(failure.getMessage() + " (" + place + ")", failure.getCause());
        error.setStackTrace(frames);
        throw error;
    }

    private void fail(final ScriptException error) {
        if (failure == null) {
            failure = error;
        }
    }

    @Override
    public void execute(final Runnable work) {
        work.run();
    }

    @Override
    public void failed(final ScriptFailure ended) {
        fail(ended.exception());
    }

    @Override
    public void rejected(final ScriptException error) {
        fail(error);
    }

    @Override
    public void add(final Disposable work) {}

    @Override
    public void remove(final Disposable work) {}

    @Override
    public String description() {
        return description;
    }
}
