package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

final class ApplicationLifeTest {

    @Test
    void momentsComeInOrderAndGoInReverse() {
        final List<String> moments = new CopyOnWriteArrayList<>();
        final Plugin plugin = new Plugin() {
            @Override
            public String name() {
                return "recorder";
            }

            @Override
            public Completable prepare(final Injector injector) {
                return Completable.fromAction(() -> moments.add("prepare"));
            }

            @Override
            public Completable open(final Injector injector) {
                return Completable.fromAction(() -> moments.add("open"));
            }

            @Override
            public Completable close(final Injector injector) {
                return Completable.fromAction(() -> moments.add("close"));
            }
        };
        try (Application application = JZenith.application().withPlugins(plugin).run()) {
            assertThat(application.get(ApplicationState.class).phase()).isEqualTo(ApplicationState.Phase.RUNNING);
        }
        assertThat(moments).containsExactly("prepare", "open", "close");
    }
}
