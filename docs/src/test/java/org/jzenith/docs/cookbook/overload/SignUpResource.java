package org.jzenith.docs.cookbook.overload;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.limit.RateLimit;

/** People sign up here, and look at a report that takes long. */
@Path("/sign-up")
@Produces(MediaType.TEXT_PLAIN)
public final class SignUpResource {

    private final Blocking blocking;

    @Inject
    SignUpResource(final Blocking blocking) {
        this.blocking = blocking;
    }

    // region limits
    @POST
    @RateLimit(permits = 5, per = "1m")
    public String signUp(final String name) {
        return "Welcome, " + name;
    }

    @GET
    @Path("report")
    @Deadline("500ms")
    @RateLimit(permits = 100, per = "1s", by = RateLimit.By.KEY)
    public Single<String> report() {
        return blocking.single(() -> {
            Thread.sleep(60_000);
            return "done";
        });
    }
    // endregion
}
