package ${package};

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jzenith.core.configuration.Description;

/** The ${artifactId}'s settings, such as {@code --${artifactId}.page-size=50} or {@code ${database.toUpperCase()}_PAGE_SIZE=50}. */
@ConfigMapping(prefix = "${artifactId}")
public interface ${className}Settings {

    @WithDefault("20")
    @Min(1)
    @Max(100)
    @Description("The maximum number of orders in a list.")
    int pageSize();
}
