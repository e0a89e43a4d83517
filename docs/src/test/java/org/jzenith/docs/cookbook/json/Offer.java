package org.jzenith.docs.cookbook.json;

import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

record Offer(
        String articleName,
        Money price,
        Optional<LocalDate> validUntil,
        @Nullable String note) {}
