package org.jzenith.example.note;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.UUID;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.security.authorization.Authenticated;

/** The notes of the user who sends the request. */
@Singleton
@Path("/notes")
@Authenticated
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class OwnNotesResource {

    private final NoteTable notes;

    @Inject
    OwnNotesResource(final NoteTable notes) {
        this.notes = notes;
    }

    @GET
    @Operation(summary = "List your notes")
    public Single<List<Note>> all() {
        return notes.selectAll();
    }

    @POST
    @Operation(summary = "Create a note")
    public Single<Note> create(@Valid @NotNull final NoteData data) {
        final Note note = new Note(UUID.randomUUID(), data.text());
        return notes.insert(note).toSingleDefault(note);
    }

    @DELETE
    @Path("/{id}")
    @Operation(summary = "Delete one of your notes")
    @ApiResponse(responseCode = "404", description = "You have no such note.")
    public Completable delete(@PathParam("id") final UUID id) {
        return notes.delete(id)
                .filter(count -> count > 0)
                .switchIfEmpty(Single.error(
                        () -> new ProblemException(Problem.of(404).withDetail("You have no note " + id + "."))))
                .ignoreElement();
    }
}
