package org.jzenith.security.internal.enforcement;

import com.google.inject.Provider;
import com.google.inject.TypeLiteral;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.RestContribution;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.ParameterModel;
import org.jzenith.security.authorization.Access;

/**
 * The caller as a parameter of resource methods: an {@code Identity}, without which a client gets a 401, or an {@code Optional<Identity>}.
 */
final class CallerArgument {

    private static final TypeLiteral<Optional<Identity>> OPTIONAL = new TypeLiteral<>() {};

    private CallerArgument() {}

    static RestContribution addTo(final RestContribution contribution, final Provider<Denials> denials) {
        return contribution
                .withContext(Identity.class, invocation -> required(invocation, denials.get()))
                .withContext(
                        OPTIONAL,
                        invocation -> Optional.ofNullable(
                                invocation.exchange().context().identity()));
    }

    /** A method gets here without an identity only if the parameter is not its own, such as that of a {@code @BeanParam}. */
    private static Identity required(final Invocation invocation, final Denials denials) {
        final Identity identity = invocation.exchange().context().identity();
        if (identity == null) {
            throw DeniedInvocation.of(denials.refuse(
                    invocation.exchange().request(),
                    decision(Objects.requireNonNull(invocation.method(), "no method is known"))
                            .description()));
        }
        return identity;
    }

    /**
     * Returns the decision that follows from the parameters of a method.
     *
     * @param declared the decision of its annotations, or null
     * @return null if the method takes no {@code Identity}, or its annotations ask for one anyway
     * @throws StartException if an annotation allows clients without an identity
     */
    static @Nullable Decision decision(final MethodModel method, final @Nullable Decision declared) {
        if ((declared != null && !declared.access().allows(null))
                || method.parameters().stream().noneMatch(CallerArgument::isRequired)) {
            return null;
        }
        if (declared != null && declared.policy() == null) {
            throw new StartException(
                    StartProblem.of("The method " + method + " takes an Identity, but " + declared.rule()
                                    + " lets clients without credentials call it.")
                            .from(method.getResourceClass().getName())
                            .remedy(
                                    "Take an Optional<Identity>, or annotate the method with @Authenticated or @RolesAllowed."));
        }
        return decision(method);
    }

    private static Decision decision(final MethodModel method) {
        return new Decision(Access.authenticated(), "the Identity that " + method + " takes");
    }

    private static boolean isRequired(final ParameterModel parameter) {
        return parameter.kind() == ParameterModel.Kind.CONTEXT && parameter.type() == Identity.class;
    }
}
