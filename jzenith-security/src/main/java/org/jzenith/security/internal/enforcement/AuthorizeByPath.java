package org.jzenith.security.internal.enforcement;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.access.RouteAccess;
import org.jzenith.rest.internal.pipeline.PathMatch;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.pipeline.MethodModel;

/** Decides by path about the calls of a method or locator without access annotation. */
final class AuthorizeByPath implements RestStep {

    private final MethodModel method;
    private final PathRules rules;
    private final Denials denials;

    /** Null if everyone may call the method where there is no rule. */
    private final @Nullable Set<MethodModel> decidedLocators;

    /**
     * @param decidedLocators the locators with their own decision: a call is denied for which there is neither a rule nor such a locator;
     *     null if everyone may call the method then
     */
    AuthorizeByPath(
            final MethodModel method,
            final PathRules rules,
            final Denials denials,
            final @Nullable Set<MethodModel> decidedLocators) {
        this.method = method;
        this.rules = rules;
        this.denials = denials;
        this.decidedLocators = decidedLocators;
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        final var request = invocation.exchange().request();
        final PathAccess rule = rules.of(
                request.listener(),
                path(invocation),
                invocation.exchange().context().identity());
        if (rule != null) {
            if (!rule.allows(invocation.exchange().context().identity())) {
                throw DeniedInvocation.of(denials.refuse(request, rule.decision()));
            }
        } else if (decidedLocators != null && !isDecidedBefore(invocation.call().pathMatch(), decidedLocators)) {
            throw DeniedInvocation.of(
                    denials.refuse(request, "security.deny-by-default, because there is no rule for " + method));
        }
        return true;
    }

    /** Returns the path by which the method was found: a filter may have moved the request. */
    private static String path(final RestInvocation invocation) {
        final var request = invocation.exchange().request();
        return invocation.data().isUriChanged()
                ? request.basePath() + invocation.uri().getMatchingPath()
                : request.path();
    }

    private static boolean isDecidedBefore(final @Nullable PathMatch match, final Set<MethodModel> decided) {
        for (PathMatch each = match; each != null; each = each.before()) {
            if (decided.contains(each.selection().target().model())) {
                return true;
            }
        }
        return false;
    }

    /** Names several rules for a template with parameters. */
    @Override
    public String description(final String listener, final String template) {
        return rules.description(listener, template);
    }

    @Override
    public @Nullable RouteAccess access(final String listener, final String template) {
        return rules.access(listener, template);
    }

    @Override
    public String description() {
        return "access by path";
    }
}
