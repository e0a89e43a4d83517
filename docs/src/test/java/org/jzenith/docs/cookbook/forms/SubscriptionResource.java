package org.jzenith.docs.cookbook.forms;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import org.jspecify.annotations.Nullable;

@Path("/subscription")
@Produces(MediaType.TEXT_HTML + ";charset=utf-8")
public final class SubscriptionResource {

    // region page
    @GET
    public String page(
            @CookieParam("subscribed") @Nullable final String subscribed) {
        if (subscribed != null) {
            return "<!doctype html><title>Newsletter</title>"
                    + "<p>You get our newsletter.</p>";
        }
        return """
                <!doctype html>
                <title>Newsletter</title>
                <form method="post">
                  <label>E-mail <input name="email" type="email" required></label>
                  <button>Subscribe</button>
                </form>
                """;
    }
    // endregion

    // region subscribe
    @POST
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Response subscribe(@FormParam("email") @Nullable final String email) {
        if (email == null || email.isBlank()) {
            return Response.status(400)
                    .entity("<p>Enter an e-mail address.</p>")
                    .build();
        }
        final NewCookie cookie = new NewCookie.Builder("subscribed")
                .value("yes")
                .path("/subscription")
                .maxAge(365 * 24 * 60 * 60)
                .httpOnly(true)
                .sameSite(NewCookie.SameSite.LAX)
                .build();
        return Response.seeOther(URI.create("/subscription"))
                .cookie(cookie)
                .build();
    }
    // endregion
}
