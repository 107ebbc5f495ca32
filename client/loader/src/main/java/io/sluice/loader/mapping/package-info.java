/**
 * Converts records to Puts: typed values, row key templates, salts. Depends only on the model types of {@code
 * io.sluice}.
 */
@NullMarked
package io.sluice.loader.mapping;

import org.jspecify.annotations.NullMarked;
