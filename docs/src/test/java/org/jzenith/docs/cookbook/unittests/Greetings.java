package org.jzenith.docs.cookbook.unittests;

import io.reactivex.Maybe;
import io.reactivex.Scheduler;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import jakarta.inject.Inject;
import java.util.concurrent.TimeUnit;

// region service
public final class Greetings {

    /** Knows the names of the users. */
    public interface Names {

        Maybe<String> of(long id);
    }

    private final Names names;
    private final Scheduler timer;

    @Inject
    Greetings(final Names names) {
        this(names, Schedulers.computation());
    }

    Greetings(final Names names, final Scheduler timer) {
        this.names = names;
        this.timer = timer;
    }

    Single<String> greet(final long id) {
        return names.of(id)
                .timeout(2, TimeUnit.SECONDS, timer)
                .map(name -> "Hello, " + name + "!")
                .toSingle("Hello!");
    }
}
// endregion
