package org.jzenith.docs.cookbook.unittests;

import io.reactivex.Maybe;
import io.reactivex.observers.TestObserver;
import io.reactivex.schedulers.TestScheduler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** The code of docs/cookbook/unit-tests.md. */
final class GreetingsTest {

    // region value
    @Test
    void aUserIsGreetedByName() {
        new Greetings(id -> Maybe.just("Ann"))
                .greet(1)
                .test()
                .assertResult("Hello, Ann!");
    }

    @Test
    void anUnknownUserIsGreetedWithoutAName() {
        new Greetings(id -> Maybe.empty()).greet(2).test().assertResult("Hello!");
    }

    @Test
    void anErrorIsPassedOn() {
        new Greetings(id -> Maybe.error(new IllegalStateException()))
                .greet(3)
                .test()
                .assertFailure(IllegalStateException.class);
    }
    // endregion

    // region time
    @Test
    void aSlowNameFailsAfterTwoSeconds() {
        final TestScheduler time = new TestScheduler();
        final TestObserver<String> greeting =
                new Greetings(id -> Maybe.never(), time).greet(4).test();

        time.advanceTimeBy(2, TimeUnit.SECONDS);

        greeting.assertFailure(TimeoutException.class);
    }
    // endregion
}
