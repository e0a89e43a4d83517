package org.jzenith.rest.internal.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.AbstractModule;
import io.reactivex.Single;
import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.HibernateValidatorConfiguration;
import org.hibernate.validator.cfg.ConstraintMapping;
import org.hibernate.validator.cfg.defs.MinDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;

/** Hibernate Validator sleeps where nothing has constraints, and no constraint is overlooked. */
final class ConstraintsTest {

    @Path("/plain")
    public static final class Plain {

        @GET
        public Single<List<String>> get(@QueryParam("n") final int number) {
            return Single.just(List.of("n" + number));
        }
    }

    static final class OnParameter {
        void method(final String first, @NotNull final String second) {}
    }

    static final class OnResult {
        @NotNull
        String method() {
            return "";
        }
    }

    static final class OnField {
        @Min(1)
        private int field;
    }

    static final class InArgumentOfField {
        private Optional<@NotBlank String> field = Optional.empty();
    }

    static final class InArgumentOfResult {
        Single<@Valid Object> method() {
            return Single.just("");
        }
    }

    static final class DeepInArgumentOfParameter {
        void method(final Map<String, List<@NotBlank String>> deep) {}
    }

    static final class InElementOfArray {
        void method(final @NotBlank String[] words) {}
    }

    static final class Cascade {
        void method(@Valid final Object body) {}
    }

    static final class Repeated {
        void method(@Min(1) @Min(2) final int number) {}
    }

    @Consistent
    static final class OnClass {}

    static class Parent {
        void method(@NotNull final String inherited) {}
    }

    static final class OnSuperclass extends Parent {}

    interface Contract {
        void method(@NotNull String inherited);
    }

    interface WiderContract extends Contract {}

    static final class OnInterface implements WiderContract {
        @Override
        public void method(final String inherited) {}
    }

    @Constraint(validatedBy = {})
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Consistent {
        String message() default "";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                OnParameter.class,
                OnResult.class,
                OnField.class,
                InArgumentOfField.class,
                InArgumentOfResult.class,
                DeepInArgumentOfParameter.class,
                InElementOfArray.class,
                Cascade.class,
                Repeated.class,
                OnClass.class,
                OnSuperclass.class,
                OnInterface.class
            })
    void constraintsAreFoundWhereverTheyAre(final Class<?> type) {
        assertThat(new Constraints().anyIn(type)).isTrue();
    }

    @Test
    void otherAnnotationsAreNoConstraints() {
        assertThat(new Constraints().anyIn(Plain.class)).isFalse();
    }

    @Test
    void theValidatorIsMadeOnlyForConstraints() {
        try (RunningServer plain = RunningServer.of(RestPlugin.withResources(Plain.class))) {
            assertThat(plain.get("/plain?n=1").status()).isEqualTo(200);
            assertThat(plain.application().get(Validators.OfApplication.class).isCreated())
                    .isFalse();
        }
        try (RunningServer constrained = RunningServer.of(RestPlugin.withResources(ValidationResource.class))) {
            assertThat(constrained
                            .application()
                            .get(Validators.OfApplication.class)
                            .isCreated())
                    .isTrue();
        }
    }

    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @Constraint(validatedBy = {})
    @interface WithoutValidator {
        String message() default "";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    @Path("/unchecked")
    public static final class Unchecked {

        @GET
        public String get(@QueryParam("n") @WithoutValidator final String text) {
            return text;
        }
    }

    @Test
    void aConstraintWithoutValidatorsFailsTheStart() {
        assertThatThrownBy(() -> RunningServer.of(RestPlugin.withResources(Unchecked.class)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("@WithoutValidator has no validator.");
    }

    @Test
    void rulesOfTheApplicationsOwnFactoryHold() {
        final HibernateValidatorConfiguration configuration =
                Validation.byProvider(HibernateValidator.class).configure();
        final ConstraintMapping rules = configuration.createConstraintMapping();
        rules.type(Plain.class).method("get", int.class).parameter(0).constraint(new MinDef().value(5));
        final ValidatorFactory own = configuration.addMapping(rules).buildValidatorFactory();
        try (RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources(Plain.class))
                .withOverridingModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(ValidatorFactory.class).toInstance(own);
                    }
                })
                .withOverridingConfiguration("rest.port", 0)
                .run()) {
            assertThat(RunningServer.around(application).get("/plain?n=1").status())
                    .isEqualTo(400);
            assertThat(RunningServer.around(application).get("/plain?n=5").status())
                    .isEqualTo(200);
        }
    }
}
