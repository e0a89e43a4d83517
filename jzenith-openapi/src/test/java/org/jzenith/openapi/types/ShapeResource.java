package org.jzenith.openapi.types;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.groups.ConvertGroup;
import jakarta.validation.groups.Default;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes each of the {@link Shapes}. */
@Path("/shapes")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public final class ShapeResource {

    @POST
    @Path("numbers")
    public Single<Shapes.Numbers> numbers(@Valid @NotNull final Shapes.Numbers value) {
        return Single.just(value);
    }

    @POST
    @Path("texts")
    public Single<Shapes.Texts> texts(@Valid @NotNull final Shapes.Texts value) {
        return Single.just(value);
    }

    @POST
    @Path("arrays")
    public Single<Shapes.Arrays> arrays(@Valid @NotNull final Shapes.Arrays value) {
        return Single.just(value);
    }

    @POST
    @Path("times")
    public Single<Shapes.Times> times(@Valid @NotNull final Shapes.Times value) {
        return Single.just(value);
    }

    @POST
    @Path("names")
    public Single<Shapes.Names> names(@Valid @NotNull final Shapes.Names value) {
        return Single.just(value);
    }

    @POST
    @Path("containers")
    public Single<Shapes.Containers> containers(@Valid @NotNull final Shapes.Containers value) {
        return Single.just(value);
    }

    @POST
    @Path("anything")
    public Single<Shapes.Anything> anything(@Valid @NotNull final Shapes.Anything value) {
        return Single.just(value);
    }

    @POST
    @Path("code")
    public Single<Shapes.Code> code(@NotNull final Shapes.Code value) {
        return Single.just(value);
    }

    @POST
    @Path("grade")
    public Single<Shapes.Grade> grade(@NotNull final Shapes.Grade value) {
        return Single.just(value);
    }

    @POST
    @Path("snake")
    public Single<Shapes.Snake> snake(@Valid @NotNull final Shapes.Snake value) {
        return Single.just(value);
    }

    @POST
    @Path("sparse")
    public Single<Shapes.Sparse> sparse(@Valid @NotNull final Shapes.Sparse value) {
        return Single.just(value);
    }

    @POST
    @Path("account")
    public Single<Shapes.Account> account(@Valid @NotNull final Shapes.Account value) {
        return Single.just(value);
    }

    @POST
    @Path("constrained")
    public Single<Shapes.Constrained> constrained(@Valid @NotNull final Shapes.Constrained value) {
        return Single.just(value);
    }

    @POST
    @Path("bean")
    public Single<Shapes.Bean> bean(@Valid @NotNull final Shapes.Bean value) {
        return Single.just(value);
    }

    @POST
    @Path("made")
    public Single<Shapes.Made> made(@Valid @NotNull final Shapes.Made value) {
        return Single.just(value);
    }

    @POST
    @Path("built")
    public Single<Shapes.Built> built(@Valid @NotNull final Shapes.Built value) {
        return Single.just(value);
    }

    @POST
    @Path("open")
    public Single<Shapes.Open> open(@Valid @NotNull final Shapes.Open value) {
        return Single.just(value);
    }

    @POST
    @Path("wrapped")
    public Single<Shapes.Wrapped> wrapped(@Valid @NotNull final Shapes.Wrapped value) {
        return Single.just(value);
    }

    @POST
    @Path("point")
    public Single<Shapes.Point> point(@Valid @NotNull final Shapes.Point value) {
        return Single.just(value);
    }

    @POST
    @Path("animal")
    public Single<Shapes.Animal> animal(@Valid @NotNull final Shapes.Animal value) {
        return Single.just(value);
    }

    @POST
    @Path("figure")
    public Single<Shapes.Figure> figure(@Valid @NotNull final Shapes.Figure value) {
        return Single.just(value);
    }

    @POST
    @Path("contact")
    public Single<Shapes.Contact> contact(@Valid @NotNull final Shapes.Contact value) {
        return Single.just(value);
    }

    @POST
    @Path("tree")
    public Single<Shapes.Tree> tree(@Valid @NotNull final Shapes.Tree value) {
        return Single.just(value);
    }

    @POST
    @Path("constrained-on-create")
    public Completable constrainedOnCreate(
            @Valid @NotNull @ConvertGroup(from = Default.class, to = Shapes.OnCreate.class)
                    final Shapes.Constrained value) {
        return Completable.complete();
    }

    @POST
    @Path("page")
    public Single<Shapes.Page<Thing>> page(@Valid @NotNull final Shapes.Page<Thing> value) {
        return Single.just(value);
    }

    @POST
    @Path("holes")
    public Single<Shapes.Holes> holes(@Valid @NotNull final Shapes.Holes value) {
        return Single.just(value);
    }

    @POST
    @Path("enums")
    public Single<Shapes.Enums> enums(@Valid @NotNull final Shapes.Enums value) {
        return Single.just(value);
    }

    @POST
    @Path("keys")
    public Single<Shapes.Keys> keys(@Valid @NotNull final Shapes.Keys value) {
        return Single.just(value);
    }

    @POST
    @Path("numbered")
    public Single<Shapes.Numbered> numbered(@Valid @NotNull final Shapes.Numbered value) {
        return Single.just(value);
    }

    @POST
    @Path("person")
    public Single<Shapes.Person> person(@Valid @NotNull final Shapes.Person value) {
        return Single.just(value);
    }

    @POST
    @Path("room")
    public Single<Shapes.Room> room(@Valid @NotNull final Shapes.Room value) {
        return Single.just(value);
    }

    @POST
    @Path("nullable-things")
    public Single<List<@Nullable Thing>> nullableThings(@NotNull final List<@Valid @Nullable Thing> value) {
        return Single.just(value);
    }

    @POST
    @Path("people")
    public Single<List<Shapes.Person>> people(@NotNull final List<Shapes.@NotNull @Valid Person> value) {
        return Single.just(value);
    }

    @POST
    @Path("seat")
    public Single<Shapes.Seat> seat(@Valid @NotNull final Shapes.Seat value) {
        return Single.just(value);
    }

    @POST
    @Path("formatted")
    public Single<Shapes.Formatted> formatted(@Valid @NotNull final Shapes.Formatted value) {
        return Single.just(value);
    }

    @POST
    @Path("timestamps")
    public Single<Shapes.Timestamps> timestamps(@Valid @NotNull final Shapes.Timestamps value) {
        return Single.just(value);
    }

    @POST
    @Path("sized")
    public Single<Shapes.Sized> sized(@Valid @NotNull final Shapes.Sized value) {
        return Single.just(value);
    }
}
