// region file
package hello

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.RegisterExtension
import org.jzenith.test.JZenithExtension

class HelloTest {

    companion object {
        @JvmField
        @RegisterExtension
        val app: JZenithExtension = JZenithExtension.of { application() }
    }

    @Test
    fun theNameIsGreeted() {
        assertThat(app.http().get("/hello/world").body())
            .isEqualTo("Hello, world!")
    }

    @Test
    fun aVisitorIsGreeted() {
        assertThat(app.http().post("/hello", Visitor("Ann")).body())
            .isEqualTo("""{"text":"Hello, Ann!"}""")
    }
}
// endregion
