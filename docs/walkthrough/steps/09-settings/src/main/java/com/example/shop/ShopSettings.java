package com.example.shop;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jzenith.core.configuration.Description;

/** The shop's settings, such as {@code --shop.page-size=50} or {@code SHOP_PAGE_SIZE=50}. */
@ConfigMapping(prefix = "shop")
public interface ShopSettings {

    @WithDefault("20")
    @Min(1)
    @Max(100)
    @Description("The maximum number of orders in a list.")
    int pageSize();

    @WithDefault("15m")
    @DurationMin(millis = 1)
    @Description("How long an order waits for its payment.")
    Duration paymentTimeout();
}
