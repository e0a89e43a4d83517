package org.jzenith.rest.internal.patch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Suppliers;
import jakarta.inject.Provider;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jzenith.http.problem.Problem;
import org.jzenith.json.Json;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.json.JsonEntities;

/** An object that is changed as JSON: written, changed, read and validated. */
final class PatchTarget {

    private static final int UNPROCESSABLE = 422;

    private final Provider<ObjectMapper> mapper;
    private final Provider<Validator> validator;

    /**
     * The properties that Jackson silently skips when it reads a class, such as those with {@code Access.READ_ONLY}; a
     * patch must not change them.
     */
    private final ClassValue<Set<String>> ignoredNames = new ClassValue<>() {
        @Override
        protected Set<String> computeValue(final Class<?> type) {
            final ObjectMapper json = mapper.get();
            final BeanDescription bean = json.getDeserializationConfig().introspect(json.constructType(type));
            bean.findProperties(); // only then are the ignored ones known
            return Objects.requireNonNullElse(bean.getIgnoredPropertyNames(), Set.of());
        }
    };

    private final Provider<ObjectMapper> readOnlyKept;

    PatchTarget(final Provider<ObjectMapper> mapper, final Provider<Validator> validator) {
        this.mapper = mapper;
        this.validator = validator;
        this.readOnlyKept = Suppliers.memoize(() -> ReadOnlyFields.kept(mapper.get(), ignoredNames::get))::get;
    }

    /** The validator of an application without constraints is made here, as that takes hundreds of milliseconds. */
    void prepare() {
        readOnlyKept.get();
        validator.get();
    }

    /** The depth of documents that the application's mapper reads. */
    int maxDepth() {
        return Json.maxDepth(mapper.get().getFactory());
    }

    /** @param change may change the node that it is given */
    <T> T change(final T present, final Class<T> type, final UnaryOperator<JsonNode> change) {
        final ObjectMapper json = mapper.get();
        final JsonNode before = json.valueToTree(present);
        final Map<String, JsonNode> onlyWritten = new HashMap<>();
        ignoredNames.get(type).forEach(name -> onlyWritten.put(name, before.path(name)));
        final JsonNode after = change.apply(before.deepCopy());
        onlyWritten.forEach((name, value) -> {
            if (after instanceof ObjectNode && !value.equals(after.path(name))) {
                throw new ProblemException(
                        Problem.of(UNPROCESSABLE).withDetail("The field '" + name + "' cannot be changed."));
            }
        });
        final T made;
        try {
            made = Json.withinStack(
                    json.getFactory(), () -> ReadOnlyFields.read(readOnlyKept.get(), before, after, type));
        } catch (final JsonProcessingException e) {
            throw JsonEntities.failure(e, "");
        } catch (final IOException e) {
            throw new UncheckedIOException("A JSON tree in memory could not be read.", e);
        }
        if (made == null) {
            throw Errors.exception(400, "The body must not be null.");
        }
        final Set<ConstraintViolation<T>> violations = validator.get().validate(made);
        if (!violations.isEmpty()) {
            throw new ConstraintViolationException(violations);
        }
        return made;
    }
}
