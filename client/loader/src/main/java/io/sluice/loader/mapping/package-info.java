/** From a record to a Put: values by type, row keys by template, salts. Depends on the words of {@code io.sluice} only. */
@NullMarked
package io.sluice.loader.mapping;

import org.jspecify.annotations.NullMarked;
