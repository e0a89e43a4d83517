package org.jzenith.rxjava3;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;

/** The start checks these types as it checks those of RxJava 2. */
final class ChecksTest {

    @Path("/nested")
    @Produces("application/json")
    public static final class Nested {

        @GET
        public Single<Flowable<String>> nested() {
            return Single.never();
        }
    }

    @Path("/raw")
    @Produces("application/json")
    public static final class Raw {

        @GET
        @SuppressWarnings("rawtypes")
        public Maybe raw() {
            return Maybe.empty();
        }
    }

    @Path("/unwritten")
    @Produces("application/pdf")
    public static final class Unwritten {

        public record Report(int number) {}

        @GET
        public Flow.Publisher<Report> unwritten() {
            return null;
        }
    }

    @Path("/constrained")
    @Produces("application/json")
    public static final class Constrained {

        @GET
        public Single<@NotBlank String> constrained() {
            return Single.just("");
        }
    }

    @Path("/plain")
    @Produces("application/json")
    public static final class Plain {

        @GET
        @Path("single")
        public Single<String> single() {
            return Single.never();
        }

        @GET
        @Path("flow")
        public Flow.Publisher<String> flow() {
            return null;
        }
    }

    @Test
    void aStreamInsideOfASingleIsRefused() {
        assertThatThrownBy(() -> start(Nested.class, RxJava3Plugin.create()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("jZenith waits for the Single, but not for the Flowable inside it.");
    }

    @Test
    void aRawTypeIsRefused() {
        assertThatThrownBy(() -> start(Raw.class, RxJava3Plugin.create()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("without a type argument");
    }

    @Test
    void elementsThatNobodyWritesAreRefused() {
        assertThatThrownBy(() -> start(Unwritten.class, RxJava3Plugin.create()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("no MessageBodyWriter writes Report in this format");
    }

    @Test
    void constraintsInsideOfATypeAreRefused() {
        assertThatThrownBy(() -> start(Constrained.class, RxJava3Plugin.create()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(
                        "No value extractor found for type parameter 'T' of type io.reactivex.rxjava3.core.Single");
    }

    @Test
    void withoutThePluginTheTypesAreRefusedAndThePluginIsNamed() {
        assertThatThrownBy(() -> start(Plain.class))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("a type of RxJava 3, which jZenith does not subscribe to")
                .hasMessageContaining("a Publisher of the JDK, which jZenith does not subscribe to")
                .hasMessageContaining("RxJava3Plugin.create()");
    }

    @Test
    void aListenerThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> start(Raw.class, RxJava3Plugin.create().onListenersOf("rest.admin")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("rest.admin");
    }

    private static void start(final Class<?> resource, final PluginSource... plugins) {
        final JZenith recipe = JZenith.application()
                .withPlugins(RestPlugin.withResources(resource))
                .withPlugins(plugins)
                .withOverridingConfiguration("rest.port", 0);
        try (RunningApplication application = recipe.run()) {
            throw new AssertionError("It has started at " + application.endpoints() + ".");
        }
    }
}
