import { takeHandOverFromAddress } from './lib/address'
import './ui/tokens.css'
import './ui/mantine.css'
import './ui/base.css'
import { boot } from './app/boot'

takeHandOverFromAddress()
void boot()
