package org.jzenith.rest.rx;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.FlowableSubscriber;
import io.reactivex.internal.fuseable.QueueFuseable;
import io.reactivex.internal.fuseable.QueueSubscription;
import io.reactivex.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;

/** RxJava's internals that the stream writer relies on. */
final class InnerTypesTest {

    /** The elements that a source gives without being requested, or "none" if it does not. */
    private static List<Object> atHand(final Flowable<?> source) throws Exception {
        final List<Subscription> given = new ArrayList<>();
        source.subscribe(new FlowableSubscriber<Object>() {
            @Override
            public void onSubscribe(final Subscription subscription) {
                given.add(subscription);
            }

            @Override
            public void onNext(final Object element) {
                throw new IllegalStateException("It was not requested.");
            }

            @Override
            public void onError(final Throwable error) {}

            @Override
            public void onComplete() {}
        });
        final List<Object> elements = new ArrayList<>();
        if (given.get(0) instanceof final QueueSubscription<?> queue
                && queue.requestFusion(QueueFuseable.SYNC) == QueueFuseable.SYNC) {
            for (Object element = queue.poll(); element != null; element = queue.poll()) {
                elements.add(element);
            }
        } else {
            elements.add("none");
        }
        return elements;
    }

    @Test
    void elementsAtHandAreGivenOneAfterAnotherUpToNull() throws Exception {
        assertThat(atHand(Flowable.fromIterable(List.of(1, 2, 3)))).containsExactly(1, 2, 3);
        assertThat(atHand(Flowable.range(1, 4).map(number -> -number).filter(number -> number != -2)))
                .containsExactly(-1, -3, -4);
        assertThat(atHand(Flowable.fromIterable(List.of()))).isEqualTo(List.of("none"));
    }

    @Test
    void elementsOfAnotherThreadAndOfSourcesThatWaitAreNotGiven() throws Exception {
        assertThat(atHand(Flowable.range(1, 3).observeOn(Schedulers.computation())))
                .containsExactly("none");
        assertThat(atHand(Flowable.range(1, 3).subscribeOn(Schedulers.computation())))
                .containsExactly("none");
        assertThat(atHand(Flowable.range(1, 3).onBackpressureBuffer())).containsExactly("none");
        assertThat(atHand(Flowable.never())).containsExactly("none");
        assertThat(atHand(Flowable.error(new IllegalStateException("on purpose"))))
                .containsExactly("none");
    }
}
