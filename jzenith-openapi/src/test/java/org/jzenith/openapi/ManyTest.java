package org.jzenith.openapi;
import jakarta.ws.rs.*;
import io.reactivex.*;
import jakarta.validation.constraints.*;
import jakarta.validation.Valid;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
final class ManyTest {
public record In0(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out0(String name, int count, java.util.Map<String,Integer> m, In0 in) {}
@Path("/r0") @Produces("application/json") @Consumes("application/json") public static final class R0 {
@GET @Path("a0/{id}") public Single<Out0> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out0> post0(@Valid In0 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out0> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out0> post1(@Valid In0 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out0> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out0> post2(@Valid In0 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out0> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out0> post3(@Valid In0 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out0> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out0> post4(@Valid In0 in) { return Single.never(); }
}
public record In1(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out1(String name, int count, java.util.Map<String,Integer> m, In1 in) {}
@Path("/r1") @Produces("application/json") @Consumes("application/json") public static final class R1 {
@GET @Path("a0/{id}") public Single<Out1> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out1> post0(@Valid In1 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out1> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out1> post1(@Valid In1 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out1> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out1> post2(@Valid In1 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out1> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out1> post3(@Valid In1 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out1> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out1> post4(@Valid In1 in) { return Single.never(); }
}
public record In2(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out2(String name, int count, java.util.Map<String,Integer> m, In2 in) {}
@Path("/r2") @Produces("application/json") @Consumes("application/json") public static final class R2 {
@GET @Path("a0/{id}") public Single<Out2> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out2> post0(@Valid In2 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out2> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out2> post1(@Valid In2 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out2> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out2> post2(@Valid In2 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out2> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out2> post3(@Valid In2 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out2> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out2> post4(@Valid In2 in) { return Single.never(); }
}
public record In3(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out3(String name, int count, java.util.Map<String,Integer> m, In3 in) {}
@Path("/r3") @Produces("application/json") @Consumes("application/json") public static final class R3 {
@GET @Path("a0/{id}") public Single<Out3> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out3> post0(@Valid In3 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out3> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out3> post1(@Valid In3 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out3> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out3> post2(@Valid In3 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out3> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out3> post3(@Valid In3 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out3> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out3> post4(@Valid In3 in) { return Single.never(); }
}
public record In4(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out4(String name, int count, java.util.Map<String,Integer> m, In4 in) {}
@Path("/r4") @Produces("application/json") @Consumes("application/json") public static final class R4 {
@GET @Path("a0/{id}") public Single<Out4> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out4> post0(@Valid In4 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out4> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out4> post1(@Valid In4 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out4> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out4> post2(@Valid In4 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out4> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out4> post3(@Valid In4 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out4> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out4> post4(@Valid In4 in) { return Single.never(); }
}
public record In5(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out5(String name, int count, java.util.Map<String,Integer> m, In5 in) {}
@Path("/r5") @Produces("application/json") @Consumes("application/json") public static final class R5 {
@GET @Path("a0/{id}") public Single<Out5> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out5> post0(@Valid In5 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out5> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out5> post1(@Valid In5 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out5> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out5> post2(@Valid In5 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out5> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out5> post3(@Valid In5 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out5> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out5> post4(@Valid In5 in) { return Single.never(); }
}
public record In6(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out6(String name, int count, java.util.Map<String,Integer> m, In6 in) {}
@Path("/r6") @Produces("application/json") @Consumes("application/json") public static final class R6 {
@GET @Path("a0/{id}") public Single<Out6> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out6> post0(@Valid In6 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out6> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out6> post1(@Valid In6 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out6> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out6> post2(@Valid In6 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out6> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out6> post3(@Valid In6 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out6> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out6> post4(@Valid In6 in) { return Single.never(); }
}
public record In7(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out7(String name, int count, java.util.Map<String,Integer> m, In7 in) {}
@Path("/r7") @Produces("application/json") @Consumes("application/json") public static final class R7 {
@GET @Path("a0/{id}") public Single<Out7> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out7> post0(@Valid In7 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out7> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out7> post1(@Valid In7 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out7> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out7> post2(@Valid In7 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out7> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out7> post3(@Valid In7 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out7> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out7> post4(@Valid In7 in) { return Single.never(); }
}
public record In8(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out8(String name, int count, java.util.Map<String,Integer> m, In8 in) {}
@Path("/r8") @Produces("application/json") @Consumes("application/json") public static final class R8 {
@GET @Path("a0/{id}") public Single<Out8> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out8> post0(@Valid In8 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out8> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out8> post1(@Valid In8 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out8> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out8> post2(@Valid In8 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out8> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out8> post3(@Valid In8 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out8> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out8> post4(@Valid In8 in) { return Single.never(); }
}
public record In9(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out9(String name, int count, java.util.Map<String,Integer> m, In9 in) {}
@Path("/r9") @Produces("application/json") @Consumes("application/json") public static final class R9 {
@GET @Path("a0/{id}") public Single<Out9> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out9> post0(@Valid In9 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out9> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out9> post1(@Valid In9 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out9> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out9> post2(@Valid In9 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out9> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out9> post3(@Valid In9 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out9> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out9> post4(@Valid In9 in) { return Single.never(); }
}
public record In10(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out10(String name, int count, java.util.Map<String,Integer> m, In10 in) {}
@Path("/r10") @Produces("application/json") @Consumes("application/json") public static final class R10 {
@GET @Path("a0/{id}") public Single<Out10> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out10> post0(@Valid In10 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out10> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out10> post1(@Valid In10 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out10> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out10> post2(@Valid In10 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out10> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out10> post3(@Valid In10 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out10> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out10> post4(@Valid In10 in) { return Single.never(); }
}
public record In11(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out11(String name, int count, java.util.Map<String,Integer> m, In11 in) {}
@Path("/r11") @Produces("application/json") @Consumes("application/json") public static final class R11 {
@GET @Path("a0/{id}") public Single<Out11> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out11> post0(@Valid In11 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out11> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out11> post1(@Valid In11 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out11> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out11> post2(@Valid In11 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out11> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out11> post3(@Valid In11 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out11> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out11> post4(@Valid In11 in) { return Single.never(); }
}
public record In12(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out12(String name, int count, java.util.Map<String,Integer> m, In12 in) {}
@Path("/r12") @Produces("application/json") @Consumes("application/json") public static final class R12 {
@GET @Path("a0/{id}") public Single<Out12> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out12> post0(@Valid In12 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out12> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out12> post1(@Valid In12 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out12> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out12> post2(@Valid In12 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out12> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out12> post3(@Valid In12 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out12> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out12> post4(@Valid In12 in) { return Single.never(); }
}
public record In13(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out13(String name, int count, java.util.Map<String,Integer> m, In13 in) {}
@Path("/r13") @Produces("application/json") @Consumes("application/json") public static final class R13 {
@GET @Path("a0/{id}") public Single<Out13> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out13> post0(@Valid In13 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out13> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out13> post1(@Valid In13 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out13> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out13> post2(@Valid In13 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out13> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out13> post3(@Valid In13 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out13> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out13> post4(@Valid In13 in) { return Single.never(); }
}
public record In14(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out14(String name, int count, java.util.Map<String,Integer> m, In14 in) {}
@Path("/r14") @Produces("application/json") @Consumes("application/json") public static final class R14 {
@GET @Path("a0/{id}") public Single<Out14> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out14> post0(@Valid In14 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out14> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out14> post1(@Valid In14 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out14> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out14> post2(@Valid In14 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out14> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out14> post3(@Valid In14 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out14> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out14> post4(@Valid In14 in) { return Single.never(); }
}
public record In15(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out15(String name, int count, java.util.Map<String,Integer> m, In15 in) {}
@Path("/r15") @Produces("application/json") @Consumes("application/json") public static final class R15 {
@GET @Path("a0/{id}") public Single<Out15> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out15> post0(@Valid In15 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out15> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out15> post1(@Valid In15 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out15> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out15> post2(@Valid In15 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out15> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out15> post3(@Valid In15 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out15> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out15> post4(@Valid In15 in) { return Single.never(); }
}
public record In16(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out16(String name, int count, java.util.Map<String,Integer> m, In16 in) {}
@Path("/r16") @Produces("application/json") @Consumes("application/json") public static final class R16 {
@GET @Path("a0/{id}") public Single<Out16> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out16> post0(@Valid In16 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out16> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out16> post1(@Valid In16 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out16> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out16> post2(@Valid In16 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out16> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out16> post3(@Valid In16 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out16> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out16> post4(@Valid In16 in) { return Single.never(); }
}
public record In17(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out17(String name, int count, java.util.Map<String,Integer> m, In17 in) {}
@Path("/r17") @Produces("application/json") @Consumes("application/json") public static final class R17 {
@GET @Path("a0/{id}") public Single<Out17> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out17> post0(@Valid In17 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out17> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out17> post1(@Valid In17 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out17> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out17> post2(@Valid In17 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out17> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out17> post3(@Valid In17 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out17> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out17> post4(@Valid In17 in) { return Single.never(); }
}
public record In18(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out18(String name, int count, java.util.Map<String,Integer> m, In18 in) {}
@Path("/r18") @Produces("application/json") @Consumes("application/json") public static final class R18 {
@GET @Path("a0/{id}") public Single<Out18> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out18> post0(@Valid In18 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out18> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out18> post1(@Valid In18 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out18> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out18> post2(@Valid In18 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out18> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out18> post3(@Valid In18 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out18> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out18> post4(@Valid In18 in) { return Single.never(); }
}
public record In19(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out19(String name, int count, java.util.Map<String,Integer> m, In19 in) {}
@Path("/r19") @Produces("application/json") @Consumes("application/json") public static final class R19 {
@GET @Path("a0/{id}") public Single<Out19> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out19> post0(@Valid In19 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out19> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out19> post1(@Valid In19 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out19> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out19> post2(@Valid In19 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out19> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out19> post3(@Valid In19 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out19> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out19> post4(@Valid In19 in) { return Single.never(); }
}
public record In20(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out20(String name, int count, java.util.Map<String,Integer> m, In20 in) {}
@Path("/r20") @Produces("application/json") @Consumes("application/json") public static final class R20 {
@GET @Path("a0/{id}") public Single<Out20> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out20> post0(@Valid In20 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out20> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out20> post1(@Valid In20 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out20> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out20> post2(@Valid In20 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out20> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out20> post3(@Valid In20 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out20> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out20> post4(@Valid In20 in) { return Single.never(); }
}
public record In21(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out21(String name, int count, java.util.Map<String,Integer> m, In21 in) {}
@Path("/r21") @Produces("application/json") @Consumes("application/json") public static final class R21 {
@GET @Path("a0/{id}") public Single<Out21> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out21> post0(@Valid In21 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out21> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out21> post1(@Valid In21 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out21> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out21> post2(@Valid In21 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out21> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out21> post3(@Valid In21 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out21> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out21> post4(@Valid In21 in) { return Single.never(); }
}
public record In22(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out22(String name, int count, java.util.Map<String,Integer> m, In22 in) {}
@Path("/r22") @Produces("application/json") @Consumes("application/json") public static final class R22 {
@GET @Path("a0/{id}") public Single<Out22> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out22> post0(@Valid In22 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out22> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out22> post1(@Valid In22 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out22> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out22> post2(@Valid In22 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out22> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out22> post3(@Valid In22 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out22> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out22> post4(@Valid In22 in) { return Single.never(); }
}
public record In23(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out23(String name, int count, java.util.Map<String,Integer> m, In23 in) {}
@Path("/r23") @Produces("application/json") @Consumes("application/json") public static final class R23 {
@GET @Path("a0/{id}") public Single<Out23> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out23> post0(@Valid In23 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out23> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out23> post1(@Valid In23 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out23> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out23> post2(@Valid In23 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out23> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out23> post3(@Valid In23 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out23> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out23> post4(@Valid In23 in) { return Single.never(); }
}
public record In24(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out24(String name, int count, java.util.Map<String,Integer> m, In24 in) {}
@Path("/r24") @Produces("application/json") @Consumes("application/json") public static final class R24 {
@GET @Path("a0/{id}") public Single<Out24> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out24> post0(@Valid In24 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out24> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out24> post1(@Valid In24 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out24> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out24> post2(@Valid In24 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out24> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out24> post3(@Valid In24 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out24> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out24> post4(@Valid In24 in) { return Single.never(); }
}
public record In25(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out25(String name, int count, java.util.Map<String,Integer> m, In25 in) {}
@Path("/r25") @Produces("application/json") @Consumes("application/json") public static final class R25 {
@GET @Path("a0/{id}") public Single<Out25> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out25> post0(@Valid In25 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out25> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out25> post1(@Valid In25 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out25> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out25> post2(@Valid In25 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out25> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out25> post3(@Valid In25 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out25> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out25> post4(@Valid In25 in) { return Single.never(); }
}
public record In26(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out26(String name, int count, java.util.Map<String,Integer> m, In26 in) {}
@Path("/r26") @Produces("application/json") @Consumes("application/json") public static final class R26 {
@GET @Path("a0/{id}") public Single<Out26> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out26> post0(@Valid In26 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out26> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out26> post1(@Valid In26 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out26> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out26> post2(@Valid In26 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out26> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out26> post3(@Valid In26 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out26> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out26> post4(@Valid In26 in) { return Single.never(); }
}
public record In27(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out27(String name, int count, java.util.Map<String,Integer> m, In27 in) {}
@Path("/r27") @Produces("application/json") @Consumes("application/json") public static final class R27 {
@GET @Path("a0/{id}") public Single<Out27> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out27> post0(@Valid In27 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out27> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out27> post1(@Valid In27 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out27> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out27> post2(@Valid In27 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out27> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out27> post3(@Valid In27 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out27> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out27> post4(@Valid In27 in) { return Single.never(); }
}
public record In28(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out28(String name, int count, java.util.Map<String,Integer> m, In28 in) {}
@Path("/r28") @Produces("application/json") @Consumes("application/json") public static final class R28 {
@GET @Path("a0/{id}") public Single<Out28> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out28> post0(@Valid In28 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out28> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out28> post1(@Valid In28 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out28> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out28> post2(@Valid In28 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out28> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out28> post3(@Valid In28 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out28> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out28> post4(@Valid In28 in) { return Single.never(); }
}
public record In29(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out29(String name, int count, java.util.Map<String,Integer> m, In29 in) {}
@Path("/r29") @Produces("application/json") @Consumes("application/json") public static final class R29 {
@GET @Path("a0/{id}") public Single<Out29> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out29> post0(@Valid In29 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out29> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out29> post1(@Valid In29 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out29> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out29> post2(@Valid In29 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out29> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out29> post3(@Valid In29 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out29> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out29> post4(@Valid In29 in) { return Single.never(); }
}
public record In30(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out30(String name, int count, java.util.Map<String,Integer> m, In30 in) {}
@Path("/r30") @Produces("application/json") @Consumes("application/json") public static final class R30 {
@GET @Path("a0/{id}") public Single<Out30> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out30> post0(@Valid In30 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out30> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out30> post1(@Valid In30 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out30> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out30> post2(@Valid In30 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out30> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out30> post3(@Valid In30 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out30> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out30> post4(@Valid In30 in) { return Single.never(); }
}
public record In31(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out31(String name, int count, java.util.Map<String,Integer> m, In31 in) {}
@Path("/r31") @Produces("application/json") @Consumes("application/json") public static final class R31 {
@GET @Path("a0/{id}") public Single<Out31> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out31> post0(@Valid In31 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out31> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out31> post1(@Valid In31 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out31> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out31> post2(@Valid In31 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out31> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out31> post3(@Valid In31 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out31> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out31> post4(@Valid In31 in) { return Single.never(); }
}
public record In32(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out32(String name, int count, java.util.Map<String,Integer> m, In32 in) {}
@Path("/r32") @Produces("application/json") @Consumes("application/json") public static final class R32 {
@GET @Path("a0/{id}") public Single<Out32> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out32> post0(@Valid In32 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out32> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out32> post1(@Valid In32 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out32> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out32> post2(@Valid In32 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out32> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out32> post3(@Valid In32 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out32> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out32> post4(@Valid In32 in) { return Single.never(); }
}
public record In33(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out33(String name, int count, java.util.Map<String,Integer> m, In33 in) {}
@Path("/r33") @Produces("application/json") @Consumes("application/json") public static final class R33 {
@GET @Path("a0/{id}") public Single<Out33> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out33> post0(@Valid In33 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out33> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out33> post1(@Valid In33 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out33> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out33> post2(@Valid In33 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out33> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out33> post3(@Valid In33 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out33> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out33> post4(@Valid In33 in) { return Single.never(); }
}
public record In34(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out34(String name, int count, java.util.Map<String,Integer> m, In34 in) {}
@Path("/r34") @Produces("application/json") @Consumes("application/json") public static final class R34 {
@GET @Path("a0/{id}") public Single<Out34> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out34> post0(@Valid In34 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out34> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out34> post1(@Valid In34 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out34> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out34> post2(@Valid In34 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out34> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out34> post3(@Valid In34 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out34> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out34> post4(@Valid In34 in) { return Single.never(); }
}
public record In35(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out35(String name, int count, java.util.Map<String,Integer> m, In35 in) {}
@Path("/r35") @Produces("application/json") @Consumes("application/json") public static final class R35 {
@GET @Path("a0/{id}") public Single<Out35> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out35> post0(@Valid In35 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out35> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out35> post1(@Valid In35 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out35> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out35> post2(@Valid In35 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out35> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out35> post3(@Valid In35 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out35> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out35> post4(@Valid In35 in) { return Single.never(); }
}
public record In36(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out36(String name, int count, java.util.Map<String,Integer> m, In36 in) {}
@Path("/r36") @Produces("application/json") @Consumes("application/json") public static final class R36 {
@GET @Path("a0/{id}") public Single<Out36> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out36> post0(@Valid In36 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out36> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out36> post1(@Valid In36 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out36> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out36> post2(@Valid In36 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out36> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out36> post3(@Valid In36 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out36> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out36> post4(@Valid In36 in) { return Single.never(); }
}
public record In37(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out37(String name, int count, java.util.Map<String,Integer> m, In37 in) {}
@Path("/r37") @Produces("application/json") @Consumes("application/json") public static final class R37 {
@GET @Path("a0/{id}") public Single<Out37> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out37> post0(@Valid In37 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out37> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out37> post1(@Valid In37 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out37> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out37> post2(@Valid In37 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out37> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out37> post3(@Valid In37 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out37> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out37> post4(@Valid In37 in) { return Single.never(); }
}
public record In38(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out38(String name, int count, java.util.Map<String,Integer> m, In38 in) {}
@Path("/r38") @Produces("application/json") @Consumes("application/json") public static final class R38 {
@GET @Path("a0/{id}") public Single<Out38> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out38> post0(@Valid In38 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out38> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out38> post1(@Valid In38 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out38> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out38> post2(@Valid In38 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out38> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out38> post3(@Valid In38 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out38> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out38> post4(@Valid In38 in) { return Single.never(); }
}
public record In39(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out39(String name, int count, java.util.Map<String,Integer> m, In39 in) {}
@Path("/r39") @Produces("application/json") @Consumes("application/json") public static final class R39 {
@GET @Path("a0/{id}") public Single<Out39> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out39> post0(@Valid In39 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out39> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out39> post1(@Valid In39 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out39> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out39> post2(@Valid In39 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out39> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out39> post3(@Valid In39 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out39> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out39> post4(@Valid In39 in) { return Single.never(); }
}
public record In40(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out40(String name, int count, java.util.Map<String,Integer> m, In40 in) {}
@Path("/r40") @Produces("application/json") @Consumes("application/json") public static final class R40 {
@GET @Path("a0/{id}") public Single<Out40> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out40> post0(@Valid In40 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out40> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out40> post1(@Valid In40 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out40> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out40> post2(@Valid In40 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out40> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out40> post3(@Valid In40 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out40> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out40> post4(@Valid In40 in) { return Single.never(); }
}
public record In41(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out41(String name, int count, java.util.Map<String,Integer> m, In41 in) {}
@Path("/r41") @Produces("application/json") @Consumes("application/json") public static final class R41 {
@GET @Path("a0/{id}") public Single<Out41> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out41> post0(@Valid In41 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out41> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out41> post1(@Valid In41 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out41> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out41> post2(@Valid In41 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out41> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out41> post3(@Valid In41 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out41> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out41> post4(@Valid In41 in) { return Single.never(); }
}
public record In42(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out42(String name, int count, java.util.Map<String,Integer> m, In42 in) {}
@Path("/r42") @Produces("application/json") @Consumes("application/json") public static final class R42 {
@GET @Path("a0/{id}") public Single<Out42> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out42> post0(@Valid In42 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out42> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out42> post1(@Valid In42 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out42> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out42> post2(@Valid In42 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out42> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out42> post3(@Valid In42 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out42> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out42> post4(@Valid In42 in) { return Single.never(); }
}
public record In43(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out43(String name, int count, java.util.Map<String,Integer> m, In43 in) {}
@Path("/r43") @Produces("application/json") @Consumes("application/json") public static final class R43 {
@GET @Path("a0/{id}") public Single<Out43> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out43> post0(@Valid In43 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out43> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out43> post1(@Valid In43 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out43> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out43> post2(@Valid In43 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out43> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out43> post3(@Valid In43 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out43> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out43> post4(@Valid In43 in) { return Single.never(); }
}
public record In44(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out44(String name, int count, java.util.Map<String,Integer> m, In44 in) {}
@Path("/r44") @Produces("application/json") @Consumes("application/json") public static final class R44 {
@GET @Path("a0/{id}") public Single<Out44> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out44> post0(@Valid In44 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out44> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out44> post1(@Valid In44 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out44> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out44> post2(@Valid In44 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out44> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out44> post3(@Valid In44 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out44> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out44> post4(@Valid In44 in) { return Single.never(); }
}
public record In45(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out45(String name, int count, java.util.Map<String,Integer> m, In45 in) {}
@Path("/r45") @Produces("application/json") @Consumes("application/json") public static final class R45 {
@GET @Path("a0/{id}") public Single<Out45> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out45> post0(@Valid In45 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out45> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out45> post1(@Valid In45 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out45> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out45> post2(@Valid In45 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out45> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out45> post3(@Valid In45 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out45> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out45> post4(@Valid In45 in) { return Single.never(); }
}
public record In46(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out46(String name, int count, java.util.Map<String,Integer> m, In46 in) {}
@Path("/r46") @Produces("application/json") @Consumes("application/json") public static final class R46 {
@GET @Path("a0/{id}") public Single<Out46> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out46> post0(@Valid In46 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out46> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out46> post1(@Valid In46 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out46> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out46> post2(@Valid In46 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out46> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out46> post3(@Valid In46 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out46> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out46> post4(@Valid In46 in) { return Single.never(); }
}
public record In47(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out47(String name, int count, java.util.Map<String,Integer> m, In47 in) {}
@Path("/r47") @Produces("application/json") @Consumes("application/json") public static final class R47 {
@GET @Path("a0/{id}") public Single<Out47> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out47> post0(@Valid In47 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out47> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out47> post1(@Valid In47 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out47> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out47> post2(@Valid In47 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out47> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out47> post3(@Valid In47 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out47> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out47> post4(@Valid In47 in) { return Single.never(); }
}
public record In48(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out48(String name, int count, java.util.Map<String,Integer> m, In48 in) {}
@Path("/r48") @Produces("application/json") @Consumes("application/json") public static final class R48 {
@GET @Path("a0/{id}") public Single<Out48> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out48> post0(@Valid In48 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out48> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out48> post1(@Valid In48 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out48> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out48> post2(@Valid In48 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out48> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out48> post3(@Valid In48 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out48> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out48> post4(@Valid In48 in) { return Single.never(); }
}
public record In49(@NotBlank String name, @Min(1) int count, java.util.List<String> tags, java.time.Instant at) {}
public record Out49(String name, int count, java.util.Map<String,Integer> m, In49 in) {}
@Path("/r49") @Produces("application/json") @Consumes("application/json") public static final class R49 {
@GET @Path("a0/{id}") public Single<Out49> get0(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b0") public Single<Out49> post0(@Valid In49 in) { return Single.never(); }
@GET @Path("a1/{id}") public Single<Out49> get1(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b1") public Single<Out49> post1(@Valid In49 in) { return Single.never(); }
@GET @Path("a2/{id}") public Single<Out49> get2(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b2") public Single<Out49> post2(@Valid In49 in) { return Single.never(); }
@GET @Path("a3/{id}") public Single<Out49> get3(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b3") public Single<Out49> post3(@Valid In49 in) { return Single.never(); }
@GET @Path("a4/{id}") public Single<Out49> get4(@PathParam("id") long id, @QueryParam("q") String q) { return Single.never(); }
@POST @Path("b4") public Single<Out49> post4(@Valid In49 in) { return Single.never(); }
}
@Test void time() throws Exception { final var app = JZenith.application().withPlugins(RestPlugin.withResources(R0.class, R1.class, R2.class, R3.class, R4.class, R5.class, R6.class, R7.class, R8.class, R9.class, R10.class, R11.class, R12.class, R13.class, R14.class, R15.class, R16.class, R17.class, R18.class, R19.class, R20.class, R21.class, R22.class, R23.class, R24.class, R25.class, R26.class, R27.class, R28.class, R29.class, R30.class, R31.class, R32.class, R33.class, R34.class, R35.class, R36.class, R37.class, R38.class, R39.class, R40.class, R41.class, R42.class, R43.class, R44.class, R45.class, R46.class, R47.class, R48.class, R49.class), OpenApiPlugin.create()).withConfiguration("rest.port", 0).run(); final var c = java.net.http.HttpClient.newHttpClient(); final var uri=app.uri(); c.send(java.net.http.HttpRequest.newBuilder(uri.resolve("/health")).build(), java.net.http.HttpResponse.BodyHandlers.ofString()); for (int i=0;i<3;i++){ final long t=System.nanoTime(); final var r=c.send(java.net.http.HttpRequest.newBuilder(uri.resolve("/openapi.json")).build(), java.net.http.HttpResponse.BodyHandlers.ofString()); System.out.println("FIRST "+i+" "+r.statusCode()+" "+r.body().length()+" bytes "+(System.nanoTime()-t)/1_000_000.0+" ms"); } app.stop(); }
}