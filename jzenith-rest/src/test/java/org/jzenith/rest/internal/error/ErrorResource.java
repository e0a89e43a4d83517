package org.jzenith.rest.internal.error;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.exceptions.CompositeException;
import jakarta.inject.Inject;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Valid;
import jakarta.validation.Validator;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.InternalServerErrorException;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.body.MaxElements;
import org.jzenith.rest.error.ProblemException;

/** Fails in every way that the table of errors knows. Every message holds the word that no client may see. */
@Path("/fail")
@Produces(MediaType.APPLICATION_JSON)
public final class ErrorResource {

    static final String SECRET = "hunter2";

    static final Semaphore WAITING = new Semaphore(0);
    static final Semaphore DISPOSED = new Semaphore(0);

    private final Validator validator;

    @Inject
    public ErrorResource(final Validator validator) {
        this.validator = validator;
    }

    enum Color {
        RED,
        @JsonProperty("green")
        GREEN
    }

    record Address(String street, int zip) {}

    record Order(
            @NotBlank String name,
            @Max(10) int amount,
            BigDecimal price,
            boolean gift,
            Color color,
            LocalDate day,
            UUID id,
            List<Address> stops,
            Address address) {

        Order {
            if ("forbidden".equals(name)) {
                throw new IllegalArgumentException(SECRET);
            }
        }
    }

    static class Mapped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Mapped() {
            super(SECRET);
        }
    }

    static final class MoreSpecific extends Mapped {
        private static final long serialVersionUID = 1L;
    }

    static final class WithDetail extends Exception {
        private static final long serialVersionUID = 1L;

        WithDetail() {
            super(SECRET);
        }
    }

    static final class Gone extends RuntimeException implements TemporarilyUnavailable {
        private static final long serialVersionUID = 1L;

        Gone() {
            super(SECRET);
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.of(Duration.ofMillis(1500));
        }
    }

    static final class Busy extends RuntimeException implements TemporarilyUnavailable {
        private static final long serialVersionUID = 1L;

        Busy() {
            super(SECRET);
        }
    }

    @jakarta.ws.rs.PATCH
    @Path("patch")
    public Map<?, ?> patch(final org.jzenith.rest.body.JsonPatch patch) {
        return patch.applyTo(Map.of("a", 1), Map.class);
    }

    @POST
    @Path("order")
    public String order(@Valid final Order order) {
        return "\"" + order.name() + "\"";
    }

    @POST
    @Path("parts")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public int parts(final List<EntityPart> parts) {
        return parts.size();
    }

    @POST
    @Path("elements")
    @MaxElements(2)
    public Single<Long> elements(final Flowable<Integer> elements) {
        return elements.count();
    }

    /** A class with setters. */
    public static final class Bean {
        private Pet pet;

        public Pet getPet() {
            return pet;
        }

        public void setPet(final Pet pet) {
            this.pet = pet;
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes(@JsonSubTypes.Type(value = Dog.class, name = "dog"))
    interface Pet {}

    record Dog() implements Pet {}

    @POST
    @Path("bean")
    public Bean bean(final Bean bean) {
        return bean;
    }

    @GET
    @Path("empty")
    public Maybe<String> empty() {
        return Maybe.empty();
    }

    @GET
    @Path("path/{number}")
    public int path(@PathParam("number") final int number) {
        return number;
    }

    @GET
    @Path("query")
    public int query(@QueryParam("number") final int number) {
        return number;
    }

    @GET
    @Path("matrix")
    public int matrix(@MatrixParam("number") final int number) {
        return number;
    }

    @GET
    @Path("header")
    public int header(@HeaderParam("X-Number") final int number) {
        return number;
    }

    @GET
    @Path("cookie")
    public int cookie(@CookieParam("number") final int number) {
        return number;
    }

    @POST
    @Path("form")
    public int form(@FormParam("number") final int number) {
        return number;
    }

    @GET
    @Path("limit")
    public int limit(@QueryParam("limit") @Max(100) final int limit) {
        return limit;
    }

    @GET
    @Path("result")
    @NotBlank(message = SECRET)
    public String result() {
        return "";
    }

    @GET
    @Path("mapped")
    public String mapped() {
        throw new Mapped();
    }

    @GET
    @Path("specific")
    public Single<String> specific() {
        return Single.error(new MoreSpecific());
    }

    @GET
    @Path("detail")
    public String detail() throws WithDetail {
        throw new WithDetail();
    }

    @GET
    @Path("wrapped")
    public Single<String> wrapped() {
        return Single.error(new CompletionException(new CompositeException(new Mapped(), new IllegalStateException())));
    }

    @GET
    @Path("gone")
    public Single<String> gone() {
        return Single.error(new Gone());
    }

    @GET
    @Path("busy")
    public Single<String> busy() {
        return Single.error(new Busy());
    }

    @GET
    @Path("own-unavailable")
    public String ownUnavailable() {
        throw new ServiceUnavailableException(7L);
    }

    @GET
    @Path("entity")
    public String entity() {
        throw new WebApplicationException(
                SECRET,
                Response.status(409)
                        .header("X-Own", "yes")
                        .entity("own")
                        .type("text/plain")
                        .build());
    }

    @GET
    @Path("conflict")
    public String conflict() {
        throw new WebApplicationException(
                Response.status(409).header("X-Own", "yes").build());
    }

    @GET
    @Path("own-message")
    public String ownMessage() {
        throw new NotFoundException("There is no such book.");
    }

    @GET
    @Path("message-of-cause")
    public String messageOfCause() {
        final Exception cause = new IllegalStateException(SECRET);
        throw new BadRequestException("It failed: " + cause.getMessage(), cause);
    }

    @GET
    @Path("message-of-server")
    public String messageOfServer() {
        throw new ServiceUnavailableException(SECRET);
    }

    @GET
    @Path("own-problem")
    public Single<String> ownProblem() {
        return Single.error(new ProblemException(
                Problem.of(403).withDetail("Your balance is 30, but that costs 50."),
                new IllegalStateException(SECRET)));
    }

    @GET
    @Path("own-server-problem")
    public String ownServerProblem() {
        throw new ProblemException(
                Problem.of(500).withDetail("The printer is on fire."), new IllegalStateException(SECRET));
    }

    static final class WithProblem extends RuntimeException {
        private static final long serialVersionUID = 1L;

        final int balance = 30;

        WithProblem() {
            super(SECRET);
        }
    }

    @GET
    @Path("with-problem")
    public String withProblem() {
        throw new WithProblem();
    }

    static final class WithoutProblem extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WithoutProblem() {
            super(SECRET);
        }
    }

    @GET
    @Path("without-problem")
    public String withoutProblem() {
        throw new WithoutProblem();
    }

    @GET
    @Path("moved")
    public String moved() {
        throw new WebApplicationException(
                Response.status(303).header("Location", "/elsewhere").build());
    }

    @GET
    @Path("internal")
    public String internal() {
        throw new InternalServerErrorException(SECRET);
    }

    @GET
    @Path("unknown")
    public Single<String> unknown() {
        return Single.error(new IllegalArgumentException(SECRET));
    }

    @GET
    @Path("never")
    public Single<String> never() {
        return Single.<String>never().doOnSubscribe(begun -> WAITING.release()).doOnDispose(DISPOSED::release);
    }

    @GET
    @Path("thrown")
    public String thrown() {
        throw new ConstraintViolationException(
                SECRET, validator.validate(new Order("", 11, null, true, null, null, null, null, null)));
    }

    @GET
    @Path("unwritable")
    public Unwritable unwritable() {
        return new Unwritable();
    }

    @GET
    @Path("writerless")
    @Produces("image/png")
    public Object writerless() {
        return new Address("", 1);
    }

    /** Fails while it is written. */
    public static final class Unwritable {
        public String getName() {
            throw new IllegalStateException(SECRET);
        }
    }
}
