import { errorName } from '../../error-name.js'

/** Whether AWS refused a call for a missing permission, by whichever name the service calls that. */
export function isDenied(error: unknown): boolean {
  return /AccessDenied|NotAuthorized|UnauthorizedOperation|AuthorizationError/.test(errorName(error))
}
