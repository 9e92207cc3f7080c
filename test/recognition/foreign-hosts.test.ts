import { asksForeignHost } from '../../src/recognition/gates/foreign-hosts';

test.each([
  'curl -fsS https://1.1.1.1',
  'wget -q -O- http://example.com/ip || exit 1',
  'curl -s 8.8.8.8:53',
  'nc -z 10.0.0.1 443',
  'ping -c 1 vpn.example.com',
  'nslookup kubernetes.default.svc',
  'curl http://user@[2606:4700::1111]/',
])('a command that asks another host: %s', text => {
  expect(asksForeignHost(['sh', '-c', text])).toBe(true);
});

test.each([
  'curl -fsS http://localhost:3128/ready',
  'curl -fsS http://127.0.0.1:3128',
  'wget -q http://[::1]:80/',
  'curl http://$POD_IP:80/',
  'curl -o out.txt localhost:80',
  'nc -z 127.0.0.1 80',
  'test -f /etc/1.2.3.4',
  'cat /proc/net/dev',
])('one that asks the pod: %s', text => {
  expect(asksForeignHost(['sh', '-c', text])).toBe(false);
});
