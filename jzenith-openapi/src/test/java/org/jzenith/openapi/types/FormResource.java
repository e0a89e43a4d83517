package org.jzenith.openapi.types;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.InputStream;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.body.Part;

/** Each type of a form. */
@Path("/forms")
@Produces(MediaType.TEXT_PLAIN)
public final class FormResource {

    /** The fields of a form. */
    public static final class Fields {
        /** A title. */
        @FormParam("title")
        @NotNull
        @Size(min = 1, max = 9)
        public String title = "";

        /** A number. */
        @FormParam("number")
        @DefaultValue("1")
        @Max(5)
        public int number;
    }

    @POST
    @Path("fields")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Single<String> fields(
            @FormParam("name") @NotBlank final String name,
            @FormParam("count") final int count,
            @FormParam("color") final Thing.@Nullable Color color,
            @FormParam("day") final @Nullable LocalDate day,
            @FormParam("tags") final List<String> tags,
            @FormParam("note") final Optional<String> note) {
        return Single.just("ok");
    }

    @POST
    @Path("bean")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Single<String> bean(@Valid @BeanParam final Fields fields) {
        return Single.just("ok");
    }

    @POST
    @Path("form")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Single<String> form(final Form form) {
        return Single.just("ok");
    }

    @POST
    @Path("map")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Single<String> map(final MultivaluedMap<String, String> fields) {
        return Single.just("ok");
    }

    @POST
    @Path("parts")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public Single<String> parts(
            @FormParam("title") @NotBlank final String title,
            @FormParam("number") final @Nullable Integer number,
            @FormParam("tags") final List<String> tags,
            @FormParam("file") final @Nullable Part file,
            @FormParam("optional") final Optional<Part> optional,
            @FormParam("files") final List<Part> files) {
        return Single.just("ok");
    }

    @POST
    @Path("entity-parts")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public String entityParts(
            @FormParam("one") final @Nullable EntityPart one,
            @FormParam("several") final List<EntityPart> several,
            @FormParam("stream") final @Nullable InputStream stream) {
        return "ok";
    }

    @POST
    @Path("all-parts")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public String allParts(final List<EntityPart> all) {
        return "ok";
    }

    @POST
    @Path("arriving-parts")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public Single<Long> arrivingParts(final Flowable<Part> parts) {
        return parts.concatMapSingle(part -> part.content().count()).count();
    }
}
