// region file
package hello

import io.reactivex.Single
import jakarta.ws.rs.GET
import jakarta.ws.rs.POST
import jakarta.ws.rs.Path
import jakarta.ws.rs.PathParam
import jakarta.ws.rs.Produces
import jakarta.ws.rs.core.MediaType
import org.jzenith.core.JZenith
import org.jzenith.rest.RestPlugin

data class Visitor(val name: String)

data class Greeting(val text: String)

@Path("/hello")
class HelloResource {

    @GET
    @Path("{name}")
    @Produces(MediaType.TEXT_PLAIN)
    fun hello(@PathParam("name") name: String): Single<String> =
        Single.just("Hello, $name!")

    @POST
    fun greet(visitor: Single<Visitor>): Single<Greeting> =
        visitor.map { Greeting("Hello, ${it.name}!") }
}

fun application(vararg args: String): JZenith =
    JZenith.application(*args)
        .withPlugins(RestPlugin.withResources(HelloResource::class.java))

fun main(vararg args: String) {
    application(*args).run()
}
// endregion
