package org.jzenith.docs.cookbook.cluster;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import org.jzenith.core.Plugin;
import org.jzenith.core.rx.RxFuture;

/** Answers events under a name, from the start of the application to its stop. */
public record Greetings(String member) implements Plugin {

    @Override
    public String name() {
        return "greetings";
    }

    // region consumer
    @Override
    public Completable prepare(final Injector injector) {
        return RxFuture.completable(() -> {
            final Promise<Void> registered = Promise.promise();
            injector.getInstance(Vertx.class)
                    .eventBus()
                    .<String>consumer(
                            member,
                            event -> event.reply("Hello " + event.body() + ", "
                                    + member + " here."))
                    .completionHandler(registered);
            return registered.future();
        });
    }
    // endregion

    // region request
    /**
     * Asks another instance. Without the time limit, a request to an instance
     * that was killed could wait for 30 s.
     */
    static Single<String> greet(
            final Vertx vertx, final String member, final String name) {
        return RxFuture.single(() -> vertx.eventBus()
                        .<String>request(
                                member,
                                name,
                                new DeliveryOptions().setSendTimeout(2_000)))
                .map(reply -> reply.body());
    }
    // endregion
}
