package org.jzenith.rest.internal.validation;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Future;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.validation.constraintvalidation.SupportedValidationTarget;
import jakarta.validation.constraintvalidation.ValidationTarget;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Constraints in every place of a resource. */
@Path("/v/{tenant}")
public class ValidationResource {

    @QueryParam("page")
    @Max(9)
    int pageNumber;

    private int calls;

    @Constraint(validatedBy = RangeValidator.class)
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface Range {
        String message() default "must be in order";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    /** Checks a whole object. */
    public static final class RangeValidator implements ConstraintValidator<Range, Span> {
        @Override
        public boolean isValid(final Span value, final ConstraintValidatorContext context) {
            return value.from() <= value.to();
        }
    }

    @Range
    record Span(int from, int to) {}

    record Address(@Min(1000) int zip) {}

    record Person(
            @NotBlank String name,
            @JsonProperty("e_mail") @Size(max = 5) String email,
            @Valid @NotNull Address address,
            List<@Valid Address> others,
            Map<String, @Size(min = 2) String> labels,
            @Valid Span span) {}

    /** Parameters as a class. */
    public static final class Paging {
        @QueryParam("limit")
        @Max(100)
        int most;

        @HeaderParam("X-Offset")
        @Min(0)
        int offset;
    }

    @POST
    @Path("person")
    public String person(@Valid @NotNull final Person person) {
        return person.name();
    }

    @POST
    @Path("people")
    public int people(final List<@Valid Person> people) {
        return people.size();
    }

    @POST
    @Path("span")
    public Single<Integer> span(@Valid final Span span) {
        return Single.just(span.to());
    }

    @GET
    @Path("all/{id}")
    public String all(
            @PathParam("id") @Size(max = 2) final String id,
            @QueryParam("q") @Size(max = 2) final String query,
            @HeaderParam("X-H") @Size(max = 2) final String header,
            @CookieParam("c") @Size(max = 2) final String cookie,
            @MatrixParam("m") @Size(max = 2) final String matrix,
            @QueryParam("list") final List<@Size(max = 2) String> list) {
        return "ok";
    }

    @POST
    @Path("form")
    public String form(@FormParam("f") @Size(max = 2) final String form) {
        return form;
    }

    @GET
    @Path("paging")
    public int paging(@BeanParam @Valid final Paging paging) {
        return paging.most;
    }

    @GET
    @Path("plain")
    public String plain() {
        return "plain";
    }

    @GET
    @Path("result/{zip}")
    @Valid
    public Address result(@PathParam("zip") final int zip) {
        return new Address(zip);
    }

    @POST
    @Path("single")
    public Single<String> single(final Single<@Valid Person> person) {
        return person.map(Person::name);
    }

    @POST
    @Path("valid-single")
    public Single<String> validSingle(@Valid final Single<Person> person) {
        return person.map(Person::name).onErrorReturn(error -> "seen: " + error.getMessage());
    }

    @POST
    @Path("single-list")
    public Single<Integer> singleList(final Single<List<@Valid Person>> people) {
        return people.map(List::size);
    }

    @GET
    @Path("single-result/{zip}")
    public Single<@Valid Address> singleResult(@PathParam("zip") final int zip) {
        return Single.just(new Address(zip));
    }

    @GET
    @Path("maybe-result/{zip}")
    @Valid
    public Maybe<Address> maybeResult(@PathParam("zip") final int zip) {
        return Maybe.just(new Address(zip));
    }

    @GET
    @Path("stage-result/{zip}")
    public CompletionStage<@Valid Address> stageResult(@PathParam("zip") final int zip) {
        return CompletableFuture.completedFuture(new Address(zip));
    }

    @GET
    @Path("future-result/{zip}")
    public Future<@Valid Address> futureResult(@PathParam("zip") final int zip) {
        return Future.succeededFuture(new Address(zip));
    }

    @GET
    @Path("getter")
    @NotBlank
    public String getCalls() {
        calls++;
        return Integer.toString(calls);
    }

    record Words(
            @NotNull @Size(max = 2) String[] words, @Valid Address[] places) {}

    @POST
    @Path("arrays")
    public int arrays(@Valid final Words words) {
        return words.words.length;
    }

    @POST
    @Path("spans")
    public int spans(final List<@Valid Span> spans) {
        return spans.size();
    }

    @POST
    @Path("valid-single-list")
    public Single<Integer> validSingleList(@Valid final Single<List<Person>> people) {
        return people.map(List::size);
    }

    @GET
    @Path("ordered")
    @Ordered
    public String ordered(@QueryParam("from") final int from, @QueryParam("to") final int to) {
        return from + ".." + to;
    }

    @Path("sub")
    public Sub sub() {
        return new Sub();
    }

    /** Reached through a locator. */
    public static final class Sub {
        @GET
        public int sub(@QueryParam("limit") @Max(100) final int limit) {
            return limit;
        }
    }

    @Constraint(validatedBy = OrderedValidator.class)
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Ordered {
        String message() default "must be in order";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    /** Looks at several parameters. */
    @SupportedValidationTarget(ValidationTarget.PARAMETERS)
    public static final class OrderedValidator implements ConstraintValidator<Ordered, Object[]> {
        @Override
        public boolean isValid(final Object[] values, final ConstraintValidatorContext context) {
            return (int) values[0] <= (int) values[1];
        }
    }
}
