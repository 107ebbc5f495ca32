/**
 * Asks masters and region servers about themselves: messages of {@code MasterService}, {@code AdminService} and {@code
 * ClientMetaService}, and the calls that carry them. May use {@code net},
 * {@code wire} and the values of {@code io.sluice.client}.
 */
@NullMarked
package io.sluice.client.internal.admin;

import org.jspecify.annotations.NullMarked;
