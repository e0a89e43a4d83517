package org.jzenith.messages.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.Message;
import org.jzenith.messages.Topic;

/** A service whose deliveries end when the test says so. */
final class Inbox {

    /** An order of a customer. */
    record OrderPlaced(String customer, int number) {}

    static final Topic<OrderPlaced> ORDERS =
            Topic.of("orders", OrderPlaced.class).keyedBy(OrderPlaced::customer);

    private final BlockingQueue<Delivered> deliveries = new LinkedBlockingQueue<>();

    /** A delivery in progress. */
    record Delivered(
            Message<OrderPlaced> message, CompletableSubject result, RequestContext context, String mdc, Term term) {

        String order() {
            return message.value().customer() + message.value().number();
        }

        void succeed() {
            result.onComplete();
        }

        void fail() {
            result.onError(new IllegalStateException("The mail server is away."));
        }
    }

    Completable take(final Message<OrderPlaced> message) {
        final CompletableSubject result = CompletableSubject.create();
        deliveries.add(new Delivered(
                message,
                result,
                RequestContext.current(),
                org.slf4j.MDC.get(RequestContext.MDC_KEY),
                Term.current().orElseThrow()));
        return result;
    }

    Delivered next() throws InterruptedException {
        final Delivered next = deliveries.poll(60, TimeUnit.SECONDS);
        assertThat(next).as("the next delivery").isNotNull();
        return next;
    }

    int waiting() {
        return deliveries.size();
    }
}
