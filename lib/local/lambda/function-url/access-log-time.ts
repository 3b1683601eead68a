const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `12/Mar/2020:19:03:58 +0000`, the form of HTTP servers' access logs. */
export function accessLogTime(now: number): string {
  const date = new Date(now)
  const [day = '', time = ''] = date.toISOString().split(/[T.]/)
  const [year, , dayOfMonth] = day.split('-')
  return `${dayOfMonth}/${MONTHS[date.getUTCMonth()]}/${year}:${time} +0000`
}
